import { posix } from 'node:path'
import { text } from 'node:stream/consumers'
import { type InstanceConnector, quoteShellWord } from '#server/domains/rentals/instances/instance-exec.service.ts'
import type { FileAttributes, NamedFile } from './packets.ts'

/** A file operation inside that did not work; with what the program said. */
export class FileFailure extends Error {}

/** Kind and permissions, bytes, second of the last change; both GNU and busybox know these letters. */
const statFormat = "'%f %s %Y %n'"
const linePattern = /^([0-9a-f]+) (\d+) (\d+) (.*)$/

function parseStatLine(line: string): NamedFile | undefined {
  const [, mode, size, changed, name] = linePattern.exec(line) ?? []
  return name === undefined
    ? undefined
    : { name, attributes: { mode: Number.parseInt(mode!, 16), size: Number(size), changed: Number(changed) } }
}

/** The files of an instance by the few commands that every image's shell has. Paths are absolute. */
export class ShellFiles {
  readonly #inside: InstanceConnector
  readonly #home: string

  private constructor(inside: InstanceConnector, home: string) {
    this.#inside = inside
    this.#home = home
  }

  /** Undefined where the image lacks a command it takes. */
  static async open(inside: InstanceConnector): Promise<ShellFiles | undefined> {
    const files = new ShellFiles(inside, '/')
    const home = await files.#run('command -v stat >/dev/null && command -v cat >/dev/null && cd ~ && pwd').catch(() => '')
    return home ? new ShellFiles(inside, home.trim()) : undefined
  }

  absolute(path: string): string {
    return posix.resolve(this.#home, path)
  }

  /** Undefined when there is nothing. */
  async stat(path: string, follow: boolean): Promise<FileAttributes | undefined> {
    const printed = await this.#run(`stat ${follow ? '-L ' : ''}-c ${statFormat} ${quoteShellWord(path)}`).catch(() => '')
    return parseStatLine(printed.split('\n')[0] ?? '')?.attributes
  }

  /** Names that hold a line break are left out. */
  async list(path: string): Promise<NamedFile[]> {
    const printed = await this.#run(`cd ${quoteShellWord(path)} || exit 2; stat -c ${statFormat} ./* ./.* 2>/dev/null; exit 0`)
    const found = printed.split('\n').flatMap((line) => parseStatLine(line) ?? [])
    return found.map((one) => ({ ...one, name: one.name.replace(/^\.\//, '') })).filter(({ name }) => !/^\.{1,2}$/.test(name))
  }

  /** Makes it empty, or leaves what is there. */
  create = (path: string, truncate: boolean) => this.#run(`true ${truncate ? '>' : '>>'} ${quoteShellWord(path)}`)
  remove = (path: string) => this.#run(`rm ${quoteShellWord(path)}`)
  makeFolder = (path: string) => this.#run(`mkdir ${quoteShellWord(path)}`)
  removeFolder = (path: string) => this.#run(`rmdir ${quoteShellWord(path)}`)
  move = (from: string, to: string) => this.#run(`mv ${quoteShellWord(from)} ${quoteShellWord(to)}`)
  setMode = (path: string, mode: number) =>
    this.#run(`command -v chmod >/dev/null || exit 0; chmod ${mode.toString(8)} ${quoteShellWord(path)}`)

  /** Where nothing can cut a file, it has been replaced by what was written and has its size already. */
  setSize = (path: string, size: number) =>
    this.#run(`command -v truncate >/dev/null || exit 0; truncate -s ${size} ${quoteShellWord(path)}`)

  /** A program that writes the file from this byte on. */
  reader = (path: string, from: number) =>
    this.#inside.exec({
      cmd: ['/bin/sh', '-c', from === 0 ? `cat ${quoteShellWord(path)}` : `tail -c +${from + 1} ${quoteShellWord(path)}`],
      apart: true,
    })
  /** A program that adds its input to the end of the file. */
  appender = (path: string) => this.#inside.exec({ cmd: ['/bin/sh', '-c', `cat >> ${quoteShellWord(path)}`], apart: true })
  /** A program that writes its input over the beginning of the file and keeps what is behind it, where it can. */
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
