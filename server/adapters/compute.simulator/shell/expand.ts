import { DiskError } from '#server/adapters/compute.simulator/disk/disk-error.ts'
import { toAbsolutePath } from '#server/adapters/compute.simulator/disk/disk-path.ts'
import { homeFolder, type ShellState } from './shell.ts'
import type { WordPiece } from './tokens.ts'

const variablePattern = /\$(?:\{([A-Za-z_]\w*|[?$#0-9])\}|([A-Za-z_]\w*|[?$#0-9]))/g
const maxWordLength = 65_536
/** Maximum length of all words of one command: a short line could expand to more than the memory. */
const maxCommandLength = 2 * 2 ** 20

/** Expands variables, `~` and file patterns. An unquoted word that becomes empty is dropped. Throws `DiskError`. */
export async function expandWords(words: readonly WordPiece[][], shell: ShellState): Promise<string[]> {
  const results: string[] = []
  let length = 0
  for (const pieces of words) {
    const word = expandWord(pieces, shell)
    const quoted = pieces.some(({ quote }) => quote !== 'none')
    if (word === '' && !quoted) continue
    const hasPattern = pieces.some(({ quote, text }) => quote === 'none' && /[*?]/.test(text))
    const found = hasPattern ? await matchFiles(word, shell) : [word]
    length += found.reduce((sum, each) => sum + each.length + 1, 0)
    if (length > maxCommandLength) throw new DiskError('E2BIG')
    results.push(...found)
  }
  return results
}

export function expandWord(pieces: readonly WordPiece[], shell: ShellState): string {
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    text += expandPiece(piece, index === 0, shell)
    if (text.length >= maxWordLength) return text.slice(0, maxWordLength)
  }
  return text
}

function expandPiece({ text, quote }: WordPiece, first: boolean, shell: ShellState): string {
  if (quote === 'single') return text
  const tilde = first && quote === 'none' && /^~(?:\/|$)/.test(text)
  const value = (name: string) => {
    if (name === '?') return String(shell.status)
    return name === '$' ? '1000' : (shell.variables.get(name) ?? '')
  }
  let length = 0
  return (tilde ? homeFolder + text.slice(1) : text).replace(variablePattern, (_, braced?: string, bare?: string) => {
    // Anything beyond this length is cut off anyway.
    if (length >= maxWordLength) return ''
    const found = value(braced ?? bare ?? '')
    length += found.length
    return found
  })
}

/**
 * Returns files whose last path part matches `*` and `?`; the word itself if none matches. Skips dot files unless the pattern
 * starts with a dot.
 */
async function matchFiles(word: string, shell: ShellState): Promise<string[]> {
  const cut = word.lastIndexOf('/') + 1
  const [folder, pattern] = [word.slice(0, cut), word.slice(cut)]
  const entries = await shell.machine.disk.list(toAbsolutePath(shell.cwd, folder || '.')).catch(() => [])
  const names = entries.map(({ name }) => name).filter((name) => pattern.startsWith('.') || !name.startsWith('.'))
  const found = names.filter((name) => matchesPattern(name, pattern)).map((name) => folder + name)
  return found.length > 0 ? found : [word]
}

/** Matches wildcards in at most name × pattern steps. */
function matchesPattern(name: string, pattern: string): boolean {
  let [n, p, star, resume] = [0, 0, -1, 0]
  while (n < name.length) {
    if (pattern[p] === '*') [star, resume, p] = [p, n, p + 1]
    else if (pattern[p] === '?' || pattern[p] === name[n]) [n, p] = [n + 1, p + 1]
    else if (star >= 0) [resume, n, p] = [resume + 1, resume + 1, star + 1]
    else return false
  }
  return /^\**$/.test(pattern.slice(p))
}
