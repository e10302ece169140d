# Reads commands from standard input, each as a line in base64, and runs them one after another. Files in the folder $1
# then contain the headers and the body of the answer, and the status lines of all answers to the command. Prints the
# exit code of each command.
folder=$1
curl() {
  local exit_code=0
  command curl -D "$folder/headers" -o "$folder/body" "$@" || exit_code=$?
  head -n 1 "$folder/headers" >>"$folder/statuses"
  return $exit_code
}
while read -r line; do
  : >"$folder/headers"
  : >"$folder/body"
  : >"$folder/statuses"
  eval "$(base64 -d <<<"$line")"
  echo $?
done
