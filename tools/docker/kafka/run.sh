#!/bin/bash
# Runs the broker. KAFKA_NODE_ID=1 becomes node.id=1 and so on: _ is a dot, __ an underscore, ___ a hyphen.
set -eu
properties=/tmp/server.properties
: >"$properties"
while IFS='=' read -r -d '' name value; do
  case $name in
    KAFKA_HEAP_OPTS) ;;
    KAFKA_*)
      key=${name#KAFKA_}
      key=${key//___/-}
      key=${key//__/@}
      key=${key//_/.}
      key=${key//@/_}
      echo "${key,,}=$value" >>"$properties"
      ;;
  esac
done < <(env -0)

java=(/opt/java/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dlog4j2.configurationFile=/opt/kafka/log4j2.properties)
"${java[@]}" -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format --ignore-formatted -t "$CLUSTER_ID" -c "$properties"
# shellcheck disable=SC2086 # the options are separate words
exec "${java[@]}" ${KAFKA_HEAP_OPTS:--Xmx512m} -cp '/opt/kafka/libs/*' kafka.Kafka "$properties"
