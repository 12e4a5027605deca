import { type ShellToken, SyntaxFault, tokenizeScript, type WordPiece } from './tokens.ts'

interface Redirect {
  fd: 0 | 1 | 2
  mode: 'read' | 'write' | 'append'
  target: WordPiece[]
}

export interface SimpleShellCommand {
  words: WordPiece[][]
  redirects: Redirect[]
  /** `2>&1`: stderr goes to stdout; `>&2`: stdout goes to stderr. */
  joined: 'none' | 'errors-to-output' | 'output-to-errors'
}

/** `if … then … elif … else … fi`. */
export interface ShellChoice {
  branches: { test: ShellStep[]; body: ShellStep[] }[]
  otherwise: ShellStep[]
}

/** A pipeline or an `if`, and the condition under which it runs. */
export interface ShellStep {
  when: 'always' | 'success' | 'failure'
  run: SimpleShellCommand[] | ShellChoice
}

const conditions = { ';': 'always', '&&': 'success', '||': 'failure' } as const
const unsupportedKeywords = new Set(['for', 'while', 'until', 'do', 'done', 'case', 'esac', 'function', 'select', '{', '}', '!'])
const maxDepth = 30

/** Parses a script into steps. Throws `SyntaxFault` with a Chinese message, also for syntax this shell does not support. */
export function parseScript(source: string): ShellStep[] {
  const parser = new ScriptParser(tokenizeScript(source))
  const steps = parser.list([])
  parser.expectEnd()
  return steps
}

class ScriptParser {
  readonly #tokens: readonly ShellToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly ShellToken[]) {
    this.#tokens = tokens
  }

  /** Parses steps up to one of the keywords `ends`, or to the end. */
  list(ends: readonly string[]): ShellStep[] {
    const steps: ShellStep[] = []
    let when: ShellStep['when'] = 'always'
    for (;;) {
      while (when === 'always' && this.#operator([';'])) this.#at += 1
      const ended = this.#at >= this.#tokens.length || ends.includes(this.#keyword() ?? '')
      if (ended && when !== 'always') throw new SyntaxFault('“&&” 或 “||” 后面缺少命令')
      if (ended) return steps
      steps.push({ when, run: this.#keyword() === 'if' ? this.#choice() : this.#pipeline() })
      const operator = this.#operator([';', '&&', '||'])
      if (!operator) return steps
      this.#at += 1
      when = conditions[operator as keyof typeof conditions]
    }
  }

  expectEnd(): void {
    const token = this.#tokens[this.#at]
    if (token) throw new SyntaxFault(`“${this.#keyword() ?? (token.kind === 'operator' ? token.operator : '')}” 附近有语法错误`)
  }

  #choice(): ShellChoice {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new SyntaxFault('if 语句嵌套过深')
    const branches: ShellChoice['branches'] = []
    let otherwise: ShellStep[] = []
    do {
      this.#at += 1
      const test = this.#body(['then'])
      this.#at += 1
      branches.push({ test, body: this.#body(['elif', 'else', 'fi']) })
    } while (this.#keyword() === 'elif')
    if (this.#keyword() === 'else') {
      this.#at += 1
      otherwise = this.#body(['fi'])
    }
    this.#at += 1
    this.#depth -= 1
    return { branches, otherwise }
  }

  #body(ends: readonly string[]): ShellStep[] {
    const steps = this.list(ends)
    if (steps.length === 0 || !ends.includes(this.#keyword() ?? '')) throw new SyntaxFault('if 语句不完整')
    return steps
  }

  #pipeline(): SimpleShellCommand[] {
    const commands = [this.#command()]
    while (this.#operator(['|'])) {
      this.#at += 1
      commands.push(this.#command())
    }
    return commands
  }

  #command(): SimpleShellCommand {
    const command: SimpleShellCommand = { words: [], redirects: [], joined: 'none' }
    const start = this.#at
    const keyword = this.#keyword() ?? ''
    if (unsupportedKeywords.has(keyword)) throw new SyntaxFault(`模拟终端不支持 “${keyword}” 语句`)
    for (let token = this.#tokens[this.#at]; token && token.kind !== 'operator'; token = this.#tokens[++this.#at]) {
      if (token.kind === 'word') command.words.push(token.pieces)
      else if (token.kind === 'join') command.joined = token.fd === 2 ? 'errors-to-output' : 'output-to-errors'
      else {
        if (token.both) command.joined = 'errors-to-output'
        command.redirects.push({ fd: token.fd, mode: token.mode, target: token.target })
      }
    }
    if (this.#at === start) throw new SyntaxFault('缺少命令')
    return command
  }

  #operator(wanted: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at]
    return token?.kind === 'operator' && wanted.includes(token.operator) ? token.operator : undefined
  }

  /** Returns the next word if it has no quotes; keywords are recognised only where a command may begin. */
  #keyword(): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'word' || token.pieces.length !== 1) return undefined
    const [piece] = token.pieces
    return piece?.quote === 'none' ? piece.text : undefined
  }
}
