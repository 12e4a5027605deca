import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * A program in its own process, a TypeScript file or the arguments of Node, that reports JSON lines on standard output. It is killed
 * with its test.
 */
export class ChildProgram<Message> {
  readonly process: ChildProcess
  /** Resolves with standard error when the process has exited. */
  readonly ended: Promise<string>
  readonly #messages: AsyncIterator<Message>
  #errors = ''

  constructor(program: URL | readonly string[], args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd?: string) {
    const started = program instanceof URL ? ['--import', import.meta.resolve('tsx'), fileURLToPath(program)] : program
    this.process = spawn(process.execPath, [...started, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...(cwd && { cwd }),
    })
    this.process.stderr?.on('data', (chunk) => {
      this.#errors += chunk
    })
    this.ended = once(this.process, 'close').then(() => this.#errors)
    this.#messages = read<Message>(this.process)
    onTestFinished(() => this.kill())
  }

  /** Returns the next message, or undefined when the process exited without one. */
  async next(): Promise<Message | undefined> {
    const { value, done } = await this.#messages.next()
    return done ? undefined : value
  }

  /** Sends SIGKILL: the process cannot clean up. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL')
    await this.ended
  }
}

async function* read<Message>(child: ChildProcess): AsyncGenerator<Message, undefined> {
  if (!child.stdout) return
  for await (const line of readline.createInterface({ input: child.stdout })) yield JSON.parse(line)
}
