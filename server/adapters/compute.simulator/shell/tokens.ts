/** Part of a word under one kind of quote. */
export interface WordPiece {
  text: string
  quote: 'none' | 'double' | 'single'
}

export type ShellToken =
  | { kind: 'word'; pieces: WordPiece[] }
  | { kind: 'operator'; operator: ';' | '&&' | '||' | '|' }
  | { kind: 'redirect'; fd: 0 | 1 | 2; mode: 'read' | 'write' | 'append'; target: WordPiece[]; both: boolean }
  | { kind: 'join'; fd: 1 | 2 }

/** A syntax error; the message is shown on the terminal. */
export class SyntaxFault extends Error {}

const maxTokens = 10_000
const blank = /[ \t\r]*(?:\\\n[ \t\r]*)*(?:#[^\n]*)?/y
const join = /([12]?)>&([12])(?![^\s;&|])/y
const redirection = /(&>>|&>|[012]?(?:>>|>|<))/y
const operator = /&&|\|\||\||;|\n/y
const unsupportedPatterns: readonly [pattern: RegExp, words: string][] = [
  [/<</y, '模拟终端不支持 “<<”'],
  [/[()]/y, '模拟终端不支持子 shell'],
  [/&(?![&>])/y, '模拟终端不支持后台任务'],
]
const plainPattern = /[^\s;&|<>()'"\\`$]+/y
const dollar = /\$(?!\()\{?[A-Za-z0-9_?$#]*\}?/y

/** Splits a script into words and operators. Throws `SyntaxFault`. */
export function tokenizeScript(source: string): ShellToken[] {
  const tokens: ShellToken[] = []
  const reader = new SourceReader(source)
  for (reader.skip(blank); !reader.done; reader.skip(blank)) {
    if (tokens.length >= maxTokens) throw new SyntaxFault('命令过长')
    tokens.push(nextToken(reader))
  }
  return tokens
}

function nextToken(reader: SourceReader): ShellToken {
  const joined = reader.match(join)
  if (joined) return { kind: 'join', fd: joined[2] === '1' ? 2 : 1 }
  for (const [pattern, words] of unsupportedPatterns) if (reader.match(pattern)) throw new SyntaxFault(words)
  const redirected = reader.match(redirection)?.[0]
  if (redirected) return readRedirect(reader, redirected)
  const found = reader.match(operator)?.[0]
  if (found) return { kind: 'operator', operator: found === '\n' ? ';' : (found as ';' | '&&' | '||' | '|') }
  return { kind: 'word', pieces: readWord(reader) }
}

function readRedirect(reader: SourceReader, sign: string): ShellToken {
  reader.skip(blank)
  const target = readWord(reader)
  if (target.length === 0) throw new SyntaxFault('重定向缺少文件名')
  const mode = sign.endsWith('<') ? 'read' : sign.endsWith('>>') ? 'append' : 'write'
  const fd = mode === 'read' ? 0 : sign.startsWith('2') ? 2 : 1
  return { kind: 'redirect', fd, mode, target, both: sign.startsWith('&') }
}

function readWord(reader: SourceReader): WordPiece[] {
  const pieces: WordPiece[] = []
  for (;;) {
    const text = reader.match(plainPattern)?.[0] ?? reader.match(dollar)?.[0]
    if (text !== undefined) pieces.push({ text, quote: 'none' })
    else if (reader.take("'")) pieces.push({ text: reader.until("'"), quote: 'single' })
    else if (reader.take('"')) pieces.push(...readDoubleQuoted(reader))
    else if (reader.take('\\')) pieces.push({ text: reader.character().replace('\n', ''), quote: 'single' })
    else if (reader.take('`') || reader.take('$(')) throw new SyntaxFault('模拟终端不支持命令替换')
    else return pieces
  }
}

const insideDouble = /[^"\\`$]+/y

function readDoubleQuoted(reader: SourceReader): WordPiece[] {
  const pieces: WordPiece[] = [{ text: '', quote: 'double' }]
  while (!reader.take('"')) {
    const text = reader.match(insideDouble)?.[0] ?? reader.match(dollar)?.[0]
    if (text !== undefined) pieces.push({ text, quote: 'double' })
    else if (reader.take('\\')) {
      const next = reader.character()
      pieces.push({ text: '"\\$`'.includes(next) ? next : `\\${next}`, quote: 'single' })
    } else if (reader.done) throw new SyntaxFault('引号没有配对')
    else throw new SyntaxFault('模拟终端不支持命令替换')
  }
  return pieces
}

class SourceReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  get done(): boolean {
    return this.#at >= this.#source.length
  }

  match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#source)
    if (!found || found[0] === '') return undefined
    this.#at += found[0].length
    return found
  }

  skip(sticky: RegExp): void {
    this.match(sticky)
  }

  take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  character(): string {
    const next = this.#source.slice(this.#at, this.#at + 1)
    this.#at += next.length
    return next
  }

  until(end: string): string {
    const found = this.#source.indexOf(end, this.#at)
    if (found < 0) throw new SyntaxFault('引号没有配对')
    const text = this.#source.slice(this.#at, found)
    this.#at = found + end.length
    return text
  }
}
