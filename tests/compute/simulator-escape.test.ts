import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { startSimulatedInstance } from './simulated-instance.ts'
import type { SimulatorWorld } from './simulator-world.ts'
import { execShellScript } from './world.ts'

let world: SimulatorWorld
let spec: InstanceSpec
let folder: string

beforeAll(async () => {
  ;({ world, spec } = await startSimulatedInstance())
  folder = join(world.dir, 'instances', 'a')
})
afterAll(() => world.end())

const out = async (script: string) => (await execShellScript(world, spec, script)).output

describe('simulator shell: escape', () => {
  const secret = 'SECRET-OUTSIDE'
  beforeAll(async () => {
    await writeFile(join(world.dir, 'outside.txt'), secret)
    await mkdir(join(world.dir, 'outside'))
    await writeFile(join(world.dir, 'outside', 'file'), secret)
    for (const disk of ['g1/root', 'workspace']) {
      await symlink(world.dir, join(folder, disk, 'link'))
      await symlink(join(world.dir, 'outside.txt'), join(folder, disk, 'link.txt'))
      await symlink('/etc/passwd', join(folder, disk, 'passwd'))
    }
  })

  const climbing = fc
    .array(
      fc.constantFrom(
        '..',
        '.',
        '',
        'link',
        'link.txt',
        'passwd',
        'root',
        'workspace',
        'outside',
        'outside.txt',
        'etc',
        '~',
        'x',
        '\\',
        '%2e%2e',
        '．．',
        '..;',
        '…',
        '\x00',
        'C:',
        '//',
        'instances',
        'a',
        'record.json',
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join('/'))
  const path = fc
    .tuple(fc.constantFrom('', '/', '/workspace/', '~/', './', '../../../../'), climbing)
    .map(([lead, rest]) => lead + rest)
  const quoted = (text: string) => `'${text.replaceAll("'", '')}'`

  const snapshot = async () => ({
    outside: await readFile(join(world.dir, 'outside.txt'), 'utf8'),
    inside: await readFile(join(world.dir, 'outside', 'file'), 'utf8'),
    top: (await readdir(world.dir)).sort(),
    own: (await readdir(folder)).sort(),
    record: await readFile(join(folder, 'record.json'), 'utf8'),
  })

  it('reads nothing outside its disks, whatever the path', async () => {
    await fc.assert(
      fc.asyncProperty(
        path,
        fc.constantFrom('cat', 'ls -la', 'head', 'wc', 'grep SECRET', 'sh', 'cp -r', 'cd'),
        async (where, command) => {
          const { output } = await execShellScript(
            world,
            spec,
            `cd /root; ${command} ${quoted(where)} /tmp/copy; cat /tmp/copy < ${quoted(where)}`,
          )
          expect(output).not.toContain(secret)
          expect(output).not.toContain('root:x:0:0')
          expect(output).not.toContain('"spec"')
          expect(output).not.toContain(world.dir)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('changes nothing outside its disks, whatever the path', async () => {
    const before = await snapshot()
    const commands = ['rm -rf', 'touch', 'mkdir -p', 'rmdir', 'echo pwned >', 'echo pwned >>', 'mv /tmp/m', 'cp /tmp/m']
    await fc.assert(
      fc.asyncProperty(path, fc.constantFrom(...commands), async (where, command) => {
        await execShellScript(world, spec, `cd /root; echo pwned > /tmp/m; ${command} ${quoted(where)}`)
        await execShellScript(world, spec, `mv ${quoted(where)} /tmp/moved`)
        expect(await snapshot()).toEqual(before)
      }),
      { numRuns: 200 },
    )
  })

  it('does not follow a link even for its own user, and says why', async () => {
    await symlink(world.dir, join(folder, 'workspace', 'again')).catch(() => undefined)
    expect(await out('cat /workspace/again/outside.txt')).toBe('cat: 符号链接不可用\n')
    await execShellScript(world, spec, 'mkdir /tmp/holder')
    await symlink(join(world.dir, 'outside'), join(folder, 'g1', 'tmp', 'holder', 'link'))
    await execShellScript(world, spec, 'rm -r /tmp/holder')
    expect(await readFile(join(world.dir, 'outside', 'file'), 'utf8')).toBe(secret)
  })

  it('answers any script without failing or hanging', async () => {
    const word = fc.constantFrom(
      'ls',
      'cat',
      'echo',
      ';',
      '&&',
      '||',
      '|',
      '>',
      '>>',
      '<',
      '2>&1',
      '&>',
      "'",
      '"',
      '\\',
      '$',
      '${',
      '}',
      '$(',
      '`',
      '(',
      '&',
      '*',
      '?',
      '~',
      '#',
      'if',
      'then',
      'fi',
      'x',
      '/',
      '..',
      '\n',
      '\x00',
      '\x1b[A',
      '中文',
      '--',
      '-',
      '-la',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 12 }), fc.constantFrom('', ' '), async (words, gap) => {
        const { code } = await execShellScript(world, spec, words.join(gap))
        expect(code).toBeGreaterThanOrEqual(0)
        expect(code).toBeLessThanOrEqual(255)
      }),
      { numRuns: 300 },
    )
  })

  it('bounds what a script may ask for', async () => {
    expect((await execShellScript(world, spec, `echo ${'x'.repeat(2_000_000)}`)).code).toBe(2)
    expect((await execShellScript(world, spec, 'a '.repeat(20_000))).code).toBe(2)
    expect((await execShellScript(world, spec, `${'if true; then '.repeat(100)}true${'; fi'.repeat(100)}`)).code).toBe(2)
    await execShellScript(world, spec, 'echo "echo level; sh /tmp/deep.sh" > /tmp/deep.sh')
    expect((await out('sh /tmp/deep.sh')).split('level').length).toBeLessThan(20)
    await execShellScript(world, spec, `echo "${'sh /tmp/bomb.sh; '.repeat(10)}" > /tmp/bomb.sh`)
    expect(await out('sh /tmp/bomb.sh')).toContain('执行的命令过多')
    expect((await out(`X=xxxxxxxxxx; ${'X=$X$X; '.repeat(40)} echo $X`)).length).toBeLessThanOrEqual(70_000)
    const manyStars = `${'*a'.repeat(60)}b`
    expect(await out(`cd /tmp; touch ${'a'.repeat(200)}; echo ${manyStars}`)).toBe(`${manyStars}\n`)
    expect(await out(`touch ${'n'.repeat(300)}; touch ${'d/'.repeat(600)}f`)).toBe('touch: 文件名过长\ntouch: 文件名过长\n')
  })

  it('bounds what a short line may become', async () => {
    const long = `X=${'x'.repeat(60_000)}; `
    // Written out whole it would be more than a string can hold, and seconds of everybody's time before that.
    expect(await out(`${long}Y="${'$X'.repeat(10_000)}"; echo fine`)).toBe('fine\n')
    expect(await out(`${long}echo ${'$X '.repeat(100)}`)).toBe('bash: 参数列表过长\n')
    await writeFile(join(folder, 'g1', 'tmp', 'long'), 'x\n'.repeat(500_000))
    expect(await out('cd /tmp; wc -l long long')).toBe('1000000\n')
    expect(await out(`cd /tmp; wc -l ${'long '.repeat(20)}`)).toBe('wc: 文件过大\n')
  })
})
