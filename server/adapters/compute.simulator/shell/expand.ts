import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { absolute } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { home, type Shell } from './shell.ts'
import type { Piece } from './tokens.ts'

const reference = /\$(?:\{([A-Za-z_]\w*|[?$#0-9])\}|([A-Za-z_]\w*|[?$#0-9]))/g
const longest_word = 65_536
/** Of all words of one command: a short line could ask for more than there is memory. */
const longest_command = 2 * 2 ** 20

/** Words after variables, `~` and file patterns. A word that came to nothing without quotes disappears. Throws DiskError. */
export async function expandWords(words: readonly Piece[][], shell: Shell): Promise<string[]> {
  const results: string[] = []
  let length = 0
  for (const pieces of words) {
    const word = expandWord(pieces, shell)
    const quoted = pieces.some(({ quote }) => quote !== 'none')
    if (word === '' && !quoted) continue
    const has_pattern = pieces.some(({ quote, text }) => quote === 'none' && /[*?]/.test(text))
    const found = has_pattern ? await matchFiles(word, shell) : [word]
    length += found.reduce((sum, each) => sum + each.length + 1, 0)
    if (length > longest_command) throw new DiskError('E2BIG')
    results.push(...found)
  }
  return results
}

export function expandWord(pieces: readonly Piece[], shell: Shell): string {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    text += expandPiece(piece, index === 0, shell)
    if (text.length >= longest_word) return text.slice(0, longest_word)
  }
  return text
}

function expandPiece({ text, quote }: Piece, first: boolean, shell: Shell): string {
  if (quote === 'single') return text
  const tilde = first && quote === 'none' && /^~(?:\/|$)/.test(text)
  const value = (name: string) => {
    if (name === '?') return String(shell.status)
    return name === '$' ? '1000' : (shell.variables.get(name) ?? '')
  }
  let length = 0
  return (tilde ? home + text.slice(1) : text).replace(reference, (_, braced?: string, bare?: string) => {
    // What comes after it is cut off anyhow.
    if (length >= longest_word) return ''
    const found = value(braced ?? bare ?? '')
    length += found.length
    return found
  })
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
