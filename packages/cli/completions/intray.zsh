#compdef intray
# Completion of intray for zsh. In ~/.zshrc, after compinit: source <(intray completion zsh)
_intray() {
  local line
  local -a items
  for line in "${(@f)$(intray complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    [[ -n $line ]] || continue
    # _describe splits at a colon.
    items+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  (( ${#items} )) && _describe -t intray 'intray' items -U
}
if [[ ${funcstack[1]} == _intray ]]; then
  _intray "$@"
else
  compdef _intray intray
fi
