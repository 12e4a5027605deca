import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { home, type Shell } from './shell.ts'
import type { Piece } from './tokens.ts'

const reference = /\$(?:\{([A-Za-z_]\w*|[?$#0-9])\}|([A-Za-z_]\w*|[?$#0-9]))/g
const longest_word = 65_536

/** Words after variables, `~` and file patterns. A word that came to nothing without quotes disappears. */
export async function expandWords(words: readonly Piece[][], shell: Shell): Promise<string[]> {
  const results: string[] = []
  for (const pieces of words) {
    const word = expandWord(pieces, shell)
    const quoted = pieces.some(({ quote }) => quote !== 'none')
    if (word === '' && !quoted) continue
    const has_pattern = pieces.some(({ quote, text }) => quote === 'none' && /[*?]/.test(text))
    results.push(...(has_pattern ? await matchFiles(word, shell) : [word]))
  }
  return results
}

export function expandWord(pieces: readonly Piece[], shell: Shell): string {
  const text = pieces.map((piece, index) => expandPiece(piece, index === 0, shell)).join('')
  return text.slice(0, longest_word)
}

function expandPiece({ text, quote }: Piece, first: boolean, shell: Shell): string {
  if (quote === 'single') return text
  const tilde = first && quote === 'none' && /^~(?:\/|$)/.test(text)
  const value = (name: string) => {
    if (name === '?') return String(shell.status)
    return name === '$' ? '1000' : (shell.variables.get(name) ?? '')
  }
  return (tilde ? home + text.slice(1) : text).replace(reference, (_, braced?: string, bare?: string) =>
    value(braced ?? bare ?? ''),
  )
}

/** Files whose last part fits `*` and `?`; the word itself when none does. Dot files must be asked for. */
async function matchFiles(word: string, shell: Shell): Promise<string[]> {
  const cut = word.lastIndexOf('/') + 1
  const [folder, pattern] = [word.slice(0, cut), word.slice(cut)]
  const entries = await shell.machine.disk.list(absolute(shell.cwd, folder || '.')).catch(() => [])
  const names = entries.map(({ name }) => name).filter((name) => pattern.startsWith('.') || !name.startsWith('.'))
  const found = names.filter((name) => fits(name, pattern)).map((name) => folder + name)
  return found.length > 0 ? found : [word]
}

/** Wildcard match in at most name × pattern steps. */
function fits(name: string, pattern: string): boolean {
  let [n, p, star, resume] = [0, 0, -1, 0]
  while (n < name.length) {
    if (pattern[p] === '*') [star, resume, p] = [p, n, p + 1]
    else if (pattern[p] === '?' || pattern[p] === name[n]) [n, p] = [n + 1, p + 1]
    else if (star >= 0) [resume, n, p] = [resume + 1, resume + 1, star + 1]
    else return false
  }
  return /^\**$/.test(pattern.slice(p))
}
