import { execFile, spawn } from 'node:child_process'
import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTar } from '#server/adapters/compute.docker/tar.ts'
import { isExcludedFromSnapshot } from '#server/adapters/compute.shared/snapshot-exclusions.ts'
import { filterTar } from '#server/adapters/compute.shared/tar-filter.ts'

const long = `${'深'.repeat(60)}/${'x'.repeat(90)}`

describe.runIf(process.platform === 'linux')('docker: filtering an archive', () => {
  let tree: string
  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'zhisuan-tar-'))
    for (const folder of ['root/.ssh', 'etc/ssh', `root/${long}/.ssh`]) await mkdir(join(tree, folder), { recursive: true })
    for (const file of [
      'root/.ssh/authorized_keys',
      'root/.bash_history',
      'etc/ssh/ssh_host_rsa_key',
      `root/${long}/.ssh/authorized_keys`,
    ]) {
      await writeFile(join(tree, file), 'SECRET')
    }
    for (const file of ['root/file', 'root/.ssh/id_ed25519.pub', `root/${long}/kept`])
      await writeFile(join(tree, file), 'kept'.repeat(1000))
    await link(join(tree, 'root/.bash_history'), join(tree, 'root/zz-link'))
    await link(join(tree, 'root/file'), join(tree, 'root/zz-kept-link'))
    await symlink('/etc/passwd', join(tree, 'root/passwd'))
  })
  afterAll(() => rm(tree, { recursive: true }))

  const archive = (format: string) =>
    spawn('tar', ['--format', format, '--sort=name', '-C', tree, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout
  const listed = async (bytes: Buffer) => {
    const child = promisify(execFile)('tar', ['-t', '--quoting-style=literal'])
    child.child.stdin!.end(bytes)
    return (await child).stdout.split('\n')
  }
  /** Every byte its own chunk would be slow; these cut headers and bodies at odd places. */
  async function* cut(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) for (let at = 0; at < chunk.length; at += 333) yield chunk.subarray(at, at + 333)
  }

  it.each(['gnu', 'pax'])('leaves out what is private and links to it, and nothing else (%s)', async (format) => {
    const whole = await buffer(archive(format))
    const bytes = await buffer(filterTar(cut(Readable.from([whole])), isExcludedFromSnapshot))
    expect(bytes.includes('SECRET')).toBe(false)
    const left = (await listed(whole)).filter((path) => !isExcludedFromSnapshot(path) && path !== './root/zz-link')
    expect(await listed(bytes)).toEqual(left)
    expect(left).toContain(`./root/${long}/kept`)
    expect(left).toContain('./root/zz-kept-link')
  })

  it('passes an archive on unchanged when nothing is left out', async () => {
    const whole = await buffer(archive('pax'))
    expect((await buffer(filterTar(Readable.from([whole]), () => false))).equals(whole)).toBe(true)
  })

  it('passes bytes on that no text holds: names and capabilities that are no UTF-8, high owners, files with holes', async () => {
    const strange = await mkdtemp(join(tmpdir(), 'zhisuan-tar-'))
    await writeFile(Buffer.concat([Buffer.from(`${strange}/`), Buffer.from([0xd6, 0xd0])]), 'a name in GBK')
    await writeFile(join(strange, 'holes'), 'x')
    await truncate(join(strange, 'holes'), 2 ** 20)
    const numbers = ['--owner', 'x:4000000', '--group', 'x:4000000', '-S', '-C', strange]
    const made = (args: string[]) =>
      buffer(spawn('tar', [...args, ...numbers, '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
    const pax = await made(['--format', 'pax', '--pax-option', 'SCHILY.xattr.security.capability:=CAPABILITY'])
    for (let at = pax.indexOf('CAPABILITY'); at >= 0; at = pax.indexOf('CAPABILITY')) pax.fill(0x80, at, at + 'CAPABILITY'.length)
    for (const whole of [pax, await made(['--format', 'gnu'])]) {
      expect((await buffer(filterTar(Readable.from([whole]), () => false))).equals(whole)).toBe(true)
    }
    await rm(strange, { recursive: true })
  })

  it('fails on an archive that breaks off, instead of giving half of it', async () => {
    const whole = await buffer(archive('gnu'))
    const file = whole.indexOf('keptkept')
    await expect(buffer(filterTar(Readable.from([whole.subarray(0, file + 10)]), () => false))).rejects.toThrow('broke off')
  })
})

it('writes archives whose entries belong to root, with the modes they are given', async () => {
  const bytes = await buildTar([
    { path: 'root/.ssh/', mode: 0o700 },
    { path: 'root/.ssh/authorized_keys', mode: 0o600, content: '钥匙\n' },
  ])
  const child = promisify(execFile)('tar', ['-tv', '--numeric-owner', '--utc'])
  child.child.stdin!.end(bytes)
  expect(
    (await child).stdout
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' ')),
  ).toEqual(['drwx------ 0/0 0 1970-01-01 00:00 root/.ssh/', '-rw------- 0/0 7 1970-01-01 00:00 root/.ssh/authorized_keys'])
})

it.each([
  ['root/.ssh/authorized_keys', true],
  ['./home/me/.ssh/authorized_keys2', true],
  ['/etc/ssh/ssh_host_ed25519_key.pub', true],
  ['etc/dropbear/dropbear_rsa_host_key', true],
  ['root/.bash_history', true],
  ['root/.python_history', true],
  ['root/.local/share/fish/fish_history', true],
  ['root/.ipython/profile_default/history.sqlite', true],
  ['etc/ssh/sshd_config', false],
  ['root/.bashrc', false],
  ['root/.ssh/known_hosts', false],
  ['root/history', false],
  ['root/my.bash_history.txt', false],
])('leaves %s out of a snapshot: %s', (path, leftOut) => {
  expect(isExcludedFromSnapshot(path)).toBe(leftOut)
})
