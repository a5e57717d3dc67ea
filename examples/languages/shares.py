import fairshare

answer = fairshare.solve(100, weight=[1, 2, 3], min_share=[0, 0, 60])
print(answer.ratio, answer.shares)
