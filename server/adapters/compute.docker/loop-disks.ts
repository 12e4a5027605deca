import { execFile } from 'node:child_process'
import { access, mkdir, open, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DriverConflict, DriverUnavailable } from '#server/ports/driver-errors.ts'

const execFileAsync = promisify(execFile)
const gib = 2 ** 30
const mib = 2 ** 20
const requiredPrograms = ['mkfs.ext4', 'e2fsck', 'resize2fs', 'mount', 'umount']
const programEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
/** e2fsck: nothing found, or all of it mended. */
const soundExitCodes = [0, 1]

/**
 * Data disks that end where they were sold: each an ext4 file system in a sparse file, mounted nosuid,nodev beside it. What
 * instances get is a folder inside, which is not there while the file system is not mounted: nothing can be written past it
 * to the host. Needs root, and the engine on this machine. Names are made by `formatVolumeName`.
 */
export class LoopDisks {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The folder that a volume binds. */
  contentOf(name: string): string {
    return join(this.#mountOf(name), 'data')
  }

  /** What keeps disks from being made here, for operators. */
  async problem(): Promise<string | undefined> {
    if (process.getuid?.() !== 0) return 'DATA_DISKS_DIR 需要平台以 root 运行'
    for (const program of requiredPrograms) {
      const found = await execFileAsync('sh', ['-c', `command -v ${program}`], { env: programEnvironment }).catch(() => undefined)
      if (!found) return `DATA_DISKS_DIR 需要 ${program}，这台主机上没有`
    }
    return undefined
  }

  has(name: string): Promise<boolean> {
    return fileExists(this.#fileOf(name))
  }

  /** Whether what was written is still there: in its file, or in one that was deleted and is not closed yet. */
  async holds(name: string): Promise<boolean> {
    return (await this.has(name)) || isMounted(this.#mountOf(name))
  }

  /** Makes it, or opens what there is; grows it to `gb` unless something still uses it. Never smaller. */
  async open(name: string, gb?: number): Promise<void> {
    const file = this.#fileOf(name)
    if (!(await fileExists(file))) {
      if (gb === undefined) return
      await this.#make(file, gb)
    }
    const mount = this.#mountOf(name)
    const grows = gb !== undefined && (await stat(file)).size < gb * gib
    const mounted = await isMounted(mount)
    if (mounted && !grows) return
    if (mounted) await this.#unmount(mount)
    if (grows) await setSize(file, gb * gib)
    await this.#fit(file)
    await mkdir(mount, { recursive: true, mode: 0o700 })
    await runProgram('mount', '-o', 'loop,nosuid,nodev', file, mount)
    await mkdir(this.contentOf(name), { recursive: true, mode: 0o755 })
  }

  async remove(name: string): Promise<void> {
    const mount = this.#mountOf(name)
    if (await isMounted(mount)) await this.#unmount(mount)
    await rm(this.#fileOf(name), { force: true })
    await rmdir(mount).catch(() => undefined)
  }

  /** MiB in use; undefined while it is not open. */
  async usedMb(name: string): Promise<number | undefined> {
    if (!(await fileExists(this.contentOf(name)))) return undefined
    const { blocks, bfree, bsize } = await statfs(this.contentOf(name))
    return Math.ceil(((blocks - bfree) * bsize) / mib)
  }

  /** Under another name until it is whole. */
  async #make(file: string, gb: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const half = `${file}.new`
    await rm(half, { force: true })
    await (await open(half, 'wx', 0o600)).close()
    await setSize(half, gb * gib)
    await runProgram('mkfs.ext4', '-q', '-F', '-m', '0', half)
    await rename(half, file)
  }

  /** Grown before, or only half: the file system is made as large as its file. Not while it is mounted, which needs rights that even root may lack. */
  async #fit(file: string): Promise<void> {
    const grown = () => runProgram('resize2fs', file)
    await grown().catch(async () => {
      await runProgram('e2fsck', '-f', '-p', file)
      await grown()
    })
  }

  async #unmount(mount: string): Promise<void> {
    await runProgram('umount', mount).catch((error: Error) => {
      throw /busy/i.test(error.message) ? new DriverConflict('its data disk is in use') : error
    })
  }

  readonly #fileOf = (name: string) => join(this.#folder, `${name}.img`)
  readonly #mountOf = (name: string) => join(this.#folder, name)
}

const fileExists = (at: string) =>
  access(at).then(
    () => true,
    () => false,
  )

async function setSize(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.truncate(bytes)
  } finally {
    await handle.close()
  }
}

/** The kernel's table names mount points with spaces and the like as octal numbers. */
async function isMounted(mount: string): Promise<boolean> {
  const lines = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n')
  const plain = (text: string) =>
    text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
  return lines.some((line) => plain(line.split(' ')[4] ?? '') === mount)
}

async function runProgram(program: string, ...args: string[]): Promise<void> {
  try {
    await execFileAsync(program, args, { env: programEnvironment })
  } catch (error) {
    const { stderr = '', code, message } = error as { stderr?: string; code?: number | string; message: string }
    if (program === 'e2fsck' && soundExitCodes.includes(Number(code))) return
    throw new DriverUnavailable(`${program}: ${stderr.trim().split('\n').at(-1) || message}`, { cause: error })
  }
}
