/**
 * Completion scripts of the shells. Each passes the line to `intray complete`, which prints one candidate
 * per line, `value<TAB>description`; the line `:files` stands for the shell's own completion of files.
 */

const BASH = `# Completion of intray for bash. In ~/.bashrc: source <(intray completion bash)
_intray() {
  local line value description
  local -a values=() shown=()
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    value=\${line%%$'\\t'*}
    description=\${line#*$'\\t'}
    values+=("$value")
    if [[ $line == *$'\\t'* && $value != -* ]]; then
      shown+=("$value  ($description)")
    else
      shown+=("$value")
    fi
  done < <(intray complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # Bash inserts a single candidate into the line, so it must come without its description.
  if ((\${#values[@]} == 1)); then
    COMPREPLY=("\${values[0]}")
  else
    COMPREPLY=("\${shown[@]}")
  fi
}
complete -F _intray intray
`;

const ZSH = `#compdef intray
# Completion of intray for zsh. In ~/.zshrc, after compinit: source <(intray completion zsh)
_intray() {
  local line
  local -a items
  for line in "\${(@f)$(intray complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    [[ -n $line ]] || continue
    # _describe splits at a colon.
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#items} )) && _describe -t intray 'intray' items -U
}
if [[ \${funcstack[1]} == _intray ]]; then
  _intray "$@"
else
  compdef _intray intray
fi
`;

const FISH = `# Completion of intray for fish. Once: intray completion fish > ~/.config/fish/completions/intray.fish
function __intray_complete
    set -l typed (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l lines (intray complete -- $typed[2..-1] "$current" 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path "$current"
        return
    end
    printf '%s\\n' $lines
end
complete --command intray --no-files --arguments '(__intray_complete)'
`;

const POWERSHELL = `# Completion of intray for PowerShell. In $PROFILE: intray completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName intray -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  intray complete -- @words 2>$null | Where-Object { $_ -and $_ -ne ':files' } | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
`;

export const COMPLETION_SCRIPTS = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
} as const;

export type Shell = keyof typeof COMPLETION_SCRIPTS;
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const satisfies readonly Shell[];
