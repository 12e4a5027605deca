/** Separates one-letter options (`-la`) from operands; `--` ends the options. `unknown` is the first option not allowed. */
export function parseCommandOptions(
  args: readonly string[],
  allowed: string,
): { has: Set<string>; rest: string[]; unknown?: string } {
  const has = new Set<string>()
  const rest: string[] = []
  let open = true
  for (const arg of args) {
    if (open && arg === '--') open = false
    else if (open && /^-[^-]/.test(arg)) {
      for (const letter of arg.slice(1)) {
        if (!allowed.includes(letter)) return { has, rest, unknown: letter }
        has.add(letter)
      }
    } else rest.push(arg)
  }
  return { has, rest }
}

export const formatUnknownOption = (name: string, letter: string): string => `${name}: 不支持的选项 -- “${letter}”\n`
