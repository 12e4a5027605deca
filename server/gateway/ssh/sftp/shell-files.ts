import { posix } from 'node:path'
import { text } from 'node:stream/consumers'
import { type InstanceConnector, quoteShellWord } from '#server/domains/rentals/instances/instance-exec.service.ts'
import type { FileAttributes, NamedFile } from './packets.ts'

/** A failed file operation in the instance, with the program's message. */
export class FileFailure extends Error {}

/** Mode, size in bytes and modification time in seconds; GNU and busybox both support these letters. */
const statFormat = "'%f %s %Y %n'"
const linePattern = /^([0-9a-f]+) (\d+) (\d+) (.*)$/

function parseStatLine(line: string): NamedFile | undefined {
  const [, mode, size, changed, name] = linePattern.exec(line) ?? []
  return name === undefined
    ? undefined
    : { name, attributes: { mode: Number.parseInt(mode!, 16), size: Number(size), changed: Number(changed) } }
}

/** File access in an instance through the few commands that every image's shell has. Paths are absolute. */
export class ShellFiles {
  readonly #inside: InstanceConnector
  readonly #home: string

  private constructor(inside: InstanceConnector, home: string) {
    this.#inside = inside
    this.#home = home
  }

  /** Returns undefined if the image lacks a required command. */
  static async open(inside: InstanceConnector): Promise<ShellFiles | undefined> {
    const files = new ShellFiles(inside, '/')
    const home = await files.#run('command -v stat >/dev/null && command -v cat >/dev/null && cd ~ && pwd').catch(() => '')
    return home ? new ShellFiles(inside, home.trim()) : undefined
  }

  absolute(path: string): string {
    return posix.resolve(this.#home, path)
  }

  /** Returns undefined if the path does not exist. */
  async stat(path: string, follow: boolean): Promise<FileAttributes | undefined> {
    const printed = await this.#run(`stat ${follow ? '-L ' : ''}-c ${statFormat} ${quoteShellWord(path)}`).catch(() => '')
    return parseStatLine(printed.split('\n')[0] ?? '')?.attributes
  }

  /** Skips names that contain a line break. */
  async list(path: string): Promise<NamedFile[]> {
    const printed = await this.#run(`cd ${quoteShellWord(path)} || exit 2; stat -c ${statFormat} ./* ./.* 2>/dev/null; exit 0`)
    const found = printed.split('\n').flatMap((line) => parseStatLine(line) ?? [])
    return found.map((one) => ({ ...one, name: one.name.replace(/^\.\//, '') })).filter(({ name }) => !/^\.{1,2}$/.test(name))
  }

  /** Creates the file, or with `truncate` empties an existing one. */
  create = (path: string, truncate: boolean) => this.#run(`true ${truncate ? '>' : '>>'} ${quoteShellWord(path)}`)
  remove = (path: string) => this.#run(`rm ${quoteShellWord(path)}`)
  makeFolder = (path: string) => this.#run(`mkdir ${quoteShellWord(path)}`)
  removeFolder = (path: string) => this.#run(`rmdir ${quoteShellWord(path)}`)
  move = (from: string, to: string) => this.#run(`mv ${quoteShellWord(from)} ${quoteShellWord(to)}`)
  setMode = (path: string, mode: number) =>
    this.#run(`command -v chmod >/dev/null || exit 0; chmod ${mode.toString(8)} ${quoteShellWord(path)}`)

  /** Without a truncate command, the file has been rewritten completely and already has the right size. */
  setSize = (path: string, size: number) =>
    this.#run(`command -v truncate >/dev/null || exit 0; truncate -s ${size} ${quoteShellWord(path)}`)

  /** Starts a program that outputs the file from this byte on. */
  reader = (path: string, from: number) =>
    this.#inside.exec({
      cmd: ['/bin/sh', '-c', from === 0 ? `cat ${quoteShellWord(path)}` : `tail -c +${from + 1} ${quoteShellWord(path)}`],
      apart: true,
    })
  /** Starts a program that appends its input to the file. */
  appender = (path: string) => this.#inside.exec({ cmd: ['/bin/sh', '-c', `cat >> ${quoteShellWord(path)}`], apart: true })
  /** Starts a program that overwrites the start of the file with its input and, if dd is available, keeps the rest. */
  overwriter = (path: string) =>
    this.#inside.exec({
      cmd: [
        '/bin/sh',
        '-c',
        `if command -v dd >/dev/null; then dd of=${quoteShellWord(path)} bs=64k conv=notrunc; else cat > ${quoteShellWord(path)}; fi`,
      ],
      apart: true,
    })

  async #run(script: string): Promise<string> {
    const { stream, stderr, exit } = await this.#inside.exec({ cmd: ['/bin/sh', '-c', script], apart: true })
    stream.end()
    const [printed, errors] = await Promise.all([text(stream), stderr ? text(stderr) : ''])
    if ((await exit) !== 0) throw new FileFailure(errors.trim().slice(0, 500))
    return printed
  }
}
