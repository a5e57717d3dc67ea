module fairshare

go 1.19
