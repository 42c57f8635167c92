# Completion of intray for fish. Once: intray completion fish > ~/.config/fish/completions/intray.fish
function __intray_complete
    set -l typed (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l lines (intray complete -- $typed[2..-1] "$current" 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path "$current"
        return
    end
    printf '%s\n' $lines
end
complete --command intray --no-files --arguments '(__intray_complete)'
