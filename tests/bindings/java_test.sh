#!/usr/bin/env bash
# Does the Java file answer every vector, and find a wrong computeShares? java_test.sh LIBRARY
set -euo pipefail
library=$(realpath -- "$(dirname -- "$1")")
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
jars=/usr/share/java
path=$work:$jars/jna.jar:$jars/gson.jar:$jars/junit-jupiter-api.jar:$jars/apiguardian-api.jar:$jars/opentest4j.jar
for engine in junit-jupiter-engine junit-platform-commons junit-platform-console junit-platform-engine junit-platform-launcher \
  junit-platform-reporting opentest4j-reporting-events picocli; do
  path+=:$jars/$engine.jar
done
javac -Xlint:all,-path -Werror -d "$work" -cp "$path" bindings/java/Fairshare.java tests/bindings/java/FairshareTest.java
java -Djna.library.path="$library" -cp "$path" org.junit.platform.console.ConsoleLauncher --select-class FairshareTest \
  --details=summary --disable-banner
