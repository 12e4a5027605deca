import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { startSimulatedInstance } from './simulated-instance.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import { buildTestInstanceSpec, execCommand, execShellScript, startAndWait } from './world.ts'

let world: SimulatorWorld
let spec: InstanceSpec

beforeAll(async () => {
  ;({ world, spec } = await startSimulatedInstance())
})
afterAll(() => world.end())

const out = async (script: string) => (await execShellScript(world, spec, script)).output

describe('simulator shell: language', () => {
  it.each([
    ['echo a; echo b', 'a\nb\n'],
    ['true && echo yes || echo no', 'yes\n'],
    ['false && echo yes || echo no', 'no\n'],
    ["echo 'a  b' \"c $HOME\" d\\ e '$HOME'", 'a  b c /root d e $HOME\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's own syntax
    ['X=1 Y="2 3"; echo $X "${Y}" [$Z]', '1 2 3 []\n'],
    ["export A=5; sh -c 'echo $A'", '5\n'],
    ['false; echo $?; true; echo $?', '1\n0\n'],
    ['echo one > /tmp/f; echo two >> /tmp/f; cat < /tmp/f', 'one\ntwo\n'],
    ['echo x > /dev/null; cat /nope 2>/dev/null || echo missing', 'missing\n'],
    ['cat /nope > /tmp/both 2>&1; wc -l < /tmp/both', '1\n'],
    ['printf_not_there 2>&1 | wc -l', '1\n'],
    ['echo b; echo "# not a comment" # a comment', 'b\n# not a comment\n'],
    ['if false; then echo 1; elif true; then echo 2; else echo 3; fi', '2\n'],
    ['if true\nthen\n  echo in\nfi; echo after', 'in\nafter\n'],
    ['echo a | cat | cat', 'a\n'],
    ['cd /workspace && pwd; cd; pwd; cd - && pwd', '/workspace\n/root\n/workspace\n'],
    ['cd /tmp; sh -c "cd /; pwd"; pwd', '/\n/tmp\n'],
    ['mkdir -p /tmp/g && cd /tmp/g && touch a.txt b.txt .h && echo *.txt * *.md', 'a.txt b.txt a.txt b.txt *.md\n'],
    ['echo \'*\' "*"', '* *\n'],
    ['/bin/echo path', 'path\n'],
    ['exec echo last; echo never', 'last\n'],
    ['echo a &>/tmp/amp; cat /tmp/amp', 'a\n'],
    ['bash -lc "echo nested"', 'nested\n'],
    ['echo "line \\', '' /* unclosed */],
  ])('%s', async (script, wanted) => {
    const { output, code } = await execShellScript(world, spec, script)
    if (wanted === '') return expect([code, output]).toEqual([2, 'bash: 引号没有配对\n'])
    expect(output).toBe(wanted)
  })

  it.each([
    ['exit 7', 7],
    ['exit 263', 7],
    ['false', 1],
    ['nosuch', 127],
    ['/root/nosuch', 127],
    ['/root/.ssh/authorized_keys', 126],
    ['cat /nope', 1],
    ['ls /nope', 2],
    ['echo |', 2],
    ['&& echo', 2],
    ['for i in 1; do echo; done', 2],
    ['echo $(whoami)', 2],
    ['sleep 1 &', 2],
    ['cat <<EOF', 2],
    ['(echo)', 2],
    ['', 0],
    ['sh -c "exit 9"', 9],
    ['exit 3; echo never', 3],
  ])('%s exits with %i', async (script, code) => {
    expect((await execShellScript(world, spec, script)).code).toBe(code)
  })

  it('runs a script from its input and from a file', async () => {
    expect(await execCommand(world, spec, ['sh'], 'echo from input\nexit 4\n')).toEqual({ output: 'from input\n', code: 4 })
    await execShellScript(world, spec, 'echo "echo from file" > /tmp/s.sh')
    expect(await out('sh /tmp/s.sh')).toBe('from file\n')
  })

  it('waits on the clock it is given', async () => {
    const session = await world.driver.exec(spec, { cmd: ['sh', '-c', 'sleep 60; date -u +%T'] })
    const chunks: string[] = []
    session.stream.on('data', (chunk) => chunks.push(String(chunk)))
    while (world.clock.sleeping === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await world.clock.advance(60_000)
    expect(await session.exit).toBe(0)
    expect(chunks.join('').trim()).toBe(world.clock.now().toISOString().slice(11, 19))
  })
})

describe('simulator shell: files', () => {
  it.each([
    ['mkdir -p a/b/c && touch a/b/c/f && cp -r a z && mv z y && rm -r a && ls y/b/c', 'f\n'],
    ['echo 1 > m1; echo 2 > m2; mkdir -p into; mv m1 m2 into; ls into; cat into/m2', 'm1\nm2\n2\n'],
    ['echo old > o; echo new > n; cp n o; cat o', 'new\n'],
    ['echo "文 件" > "文 件.txt"; cat "文 件.txt"; ls | grep 文', '文 件\n文 件.txt\n'],
    ['rm -f nothing-here; echo $?', '0\n'],
    ['mkdir d1; rm d1; echo $?; rmdir d1; echo $?', 'rm: 是一个目录\n1\n0\n'],
    ['touch t1; mkdir t1; echo $?', 'mkdir: 文件已存在\n1\n'],
    ['touch t2; ls t2/x; cat t2/x', "ls: 无法访问 't2/x': 不是目录\ncat: 不是目录\n"],
    ['cat /', 'cat: 是一个目录\n'],
    ['mv /root /root/inside; cp -r /root /root/inside', 'mv: 无效的参数\ncp: 无效的参数\n'],
    ['rm -rf /; rm -r /workspace; mv /workspace /w', 'rm: 设备或资源忙\nrm: 设备或资源忙\nmv: 设备或资源忙\n'],
    ['printf x', 'bash: printf: 未找到命令（模拟终端，输入 help 查看可用命令）\n'],
    ['seq_not=1; echo -n a; echo b', 'ab\n'],
    ['echo 1 > h; echo 2 >> h; echo 3 >> h; head -n 1 h; tail -1 h; wc -l < h; grep -n 2 h', '1\n3\n3\n2:2\n'],
  ])('%s', async (script, wanted) => {
    expect(await out(script)).toBe(wanted)
  })

  it('lists long, with hidden files and the clock’s times', async () => {
    const listing = await out(
      'mkdir -p /workspace/l/sub && echo 12345 > /workspace/l/f && touch /workspace/l/.h && ls -la /workspace/l',
    )
    expect(listing).toMatch(
      /^总计 \d+\ndrwx\S+ 2 root root +\d+ \S+ \S+ \.\n.* \.\.\n.* \.h\n-rw-r--r-- 1 root root +6 2026-11-21 16:\d\d f\ndrwx.* sub\n$/,
    )
  })

  it('hides control characters of a file name', async () => {
    expect(await out("touch '/tmp/a\x1b[31mb' && ls /tmp | grep a?")).toContain('a?[31mb')
  })
})

describe('simulator shell: the machine', () => {
  it('shows what the instance has', async () => {
    expect(await out('whoami; hostname; nproc; uname; python3 --version')).toBe('root\na\n4\nLinux\nPython 3.11.9\n')
    expect(await out('free -h')).toMatch(/内存： +8\.0G/)
    expect(await out('df -h')).toMatch(/overlay +30G[\s\S]*50G .* \/workspace\n$/)
    expect(await out('env')).toContain('HOSTNAME=a\n')
    expect(await out('date -u +%F')).toBe('2026-11-21\n')
    expect(await out('uptime')).toMatch(/up +0:0\d/)
    expect(await out('ps')).toContain('/sbin/init')
  })

  it('shows of a mounted folder what its owner may fill, where there is a quota', async () => {
    const source = await mkdtemp(join(tmpdir(), 'zhisuan-quota-'))
    await writeFile(join(source, 'a'), Buffer.alloc(3 * 2 ** 20))
    const quotaBytes = 20 * 2 ** 30
    const own = await buildTestInstanceSpec(world, 'quota', {
      mounts: [{ source, target: '/storage', read_only: false, quota_bytes: quotaBytes }],
    })
    await startAndWait(world, own)
    expect((await execShellScript(world, own, 'df -h')).output).toMatch(/zhisuan +20G +3\.0M +\S+ +1% {2}\/storage\n/)
    await rm(source, { recursive: true })
  })

  it('shows its own cards, by the tool of their vendor', async () => {
    expect(await out('nvidia-smi -L')).toBe(
      spec.gpu_uuids.map((uuid, slot) => `GPU ${slot}: NVIDIA A100 80G (UUID: ${uuid})\n`).join(''),
    )
    expect(await out('nvidia-smi'), 'the hour of China, as the real tool prints it').toMatch(/^Sat Nov 21 \d\d:\d\d:\d\d 2026\n/)
    expect(await out('nvidia-smi')).toMatch(/\(simulated\)[\s\S]*NVIDIA A100 80G[\s\S]*81920MiB/)
    expect(await out('nvidia-smi --query-gpu=index,memory.total --format=csv,noheader,nounits')).toBe('0, 81920\n1, 81920\n')
    expect((await execShellScript(world, spec, 'npu-smi info')).code).toBe(127)
    const [, host] = await describeHosts(world.driver)
    const npu = await buildTestInstanceSpec(world, 'npu', {
      host: host!.name,
      gpu_model: 'Ascend 910B',
      gpu_uuids: [host!.gpus[0]!.uuid],
    })
    await startAndWait(world, npu)
    expect((await execShellScript(world, npu, 'npu-smi info')).output).toMatch(/910B[\s\S]*65536/)
    expect((await execShellScript(world, npu, 'nvidia-smi')).code).toBe(127)
    const bare = await buildTestInstanceSpec(world, 'bare', { gpu_model: 'A100 80G' })
    await startAndWait(world, bare)
    expect(await execShellScript(world, bare, 'nvidia-smi')).toEqual({ output: 'No devices were found\n', code: 6 })
  })

  it('answers for the software of its image, also of a saved one, and says what it cannot do', async () => {
    const image = 'zhisuan/pytorch-26:2.6'
    const software = { size_gb: 1, framework: 'PyTorch', version: '2.6', python: '3.12', runtime: 'CUDA 12.4' }
    const catalogue = { [image]: software }
    const other = await createSimulatorWorld({ images: [image, 'zhisuan/bare:1'], catalogue, delays: { copying_ms: 0 } })
    const ask = async (id: string, from: string, script: string) => {
      const own = await buildTestInstanceSpec(other, id, { image: from })
      await startAndWait(other, own)
      return { own, ...(await execShellScript(other, own, script)) }
    }
    const script = 'python --version; pip -V; pip list; nvcc --version; conda --version && git --version'
    const { own, output } = await ask('torch', image, script)
    expect(output).toMatch(/^Python 3\.12\.\d+\npip \S+ from .*\(python 3\.12\)\nPackage +Version\n[\s\S]*\ntorch +2\.6\.0\n/)
    expect(output).toContain('(simulated)\nCuda compilation tools, release 12.4\nconda ')
    await other.driver.snapshot(own, 'zhisuan/saved:1', () => undefined)
    expect((await ask('saved', 'zhisuan/saved:1', script)).output).toBe(output)
    expect(await ask('bare', 'zhisuan/bare:1', 'nvcc --version')).toMatchObject({ code: 127 })
    expect(await ask('bare', 'zhisuan/bare:1', 'pip install torch')).toMatchObject({
      output: 'pip: 模拟实例不能安装软件包；换用真实计算节点后即可使用\n',
      code: 1,
    })
    await other.end()
  })

  it('tells its console which programs ran, and not with what words', async () => {
    const session = await world.driver.exec(spec, { cmd: ['bash'], tty: true })
    session.stream.resume()
    session.stream.write('echo my-password\rexit\r')
    await session.exit
    const lines = await world.driver.logs(spec, { tail: 10 })
    expect(lines.join('\n')).toContain('终端执行 echo，退出码 0')
    expect(lines.join('\n')).not.toContain('my-password')
  })

  it('says in the first line of a terminal that it is simulated', async () => {
    const session = await world.driver.exec(spec, { cmd: ['bash'], tty: true, cols: 200, rows: 50 })
    let shown = ''
    session.stream.on('data', (chunk) => {
      shown += String(chunk)
    })
    session.stream.write('exit\r')
    await session.exit
    expect(shown.split('\r\n')[0]).toMatch(/^这是模拟实例/)
    expect(shown).toContain('root@a:~# ')
  })
})
