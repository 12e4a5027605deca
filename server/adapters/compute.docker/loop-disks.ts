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
/** Exit codes of e2fsck: no errors, or all errors repaired. */
const soundExitCodes = [0, 1]

/**
 * Data disks with a hard size limit: each is an ext4 file system in a sparse file, mounted nosuid,nodev next to it. Instances
 * get a folder inside, which is missing while the file system is unmounted, so nothing can be written to the host instead.
 * Requires root and a local engine. Names come from `formatVolumeName`.
 */
export class LoopDisks {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the folder that a volume binds. */
  contentOf(name: string): string {
    return join(this.#mountOf(name), 'data')
  }

  /** Returns why disks cannot be created here, for operators; undefined if they can. */
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

  /** True if the data still exists: in its file, or in a deleted file that is still mounted. */
  async holds(name: string): Promise<boolean> {
    return (await this.has(name)) || isMounted(this.#mountOf(name))
  }

  /** Creates or mounts the disk; grows it to `gb` unless it is in use, and never shrinks it. */
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

  /** Returns the used MiB; undefined while the disk is not mounted. */
  async usedMb(name: string): Promise<number | undefined> {
    if (!(await fileExists(this.contentOf(name)))) return undefined
    const { blocks, bfree, bsize } = await statfs(this.contentOf(name))
    return Math.ceil(((blocks - bfree) * bsize) / mib)
  }

  /** Creates the file under a temporary name until it is complete. */
  async #make(file: string, gb: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const half = `${file}.new`
    await rm(half, { force: true })
    await (await open(half, 'wx', 0o600)).close()
    await setSize(half, gb * gib)
    await runProgram('mkfs.ext4', '-q', '-F', '-m', '0', half)
    await rename(half, file)
  }

  /**
   * Grows the file system to the size of its file, also after an interrupted attempt. Requires an unmounted disk: online
   * resizing needs privileges that even root may lack.
   */
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

/** True if `mount` is mounted. The kernel's table escapes spaces and similar characters as octal numbers. */
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
