# Completion of intray for bash. In ~/.bashrc: source <(intray completion bash)
_intray() {
  local line value description
  local -a values=() shown=()
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    value=${line%%$'\t'*}
    description=${line#*$'\t'}
    values+=("$value")
    if [[ $line == *$'\t'* && $value != -* ]]; then
      shown+=("$value  ($description)")
    else
      shown+=("$value")
    fi
  done < <(intray complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Bash inserts a single candidate into the line, so it must come without its description.
  if ((${#values[@]} == 1)); then
    COMPREPLY=("${values[0]}")
  else
    COMPREPLY=("${shown[@]}")
  fi
}
complete -F _intray intray
