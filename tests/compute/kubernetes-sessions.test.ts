import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { ClusterClient } from '#server/adapters/compute.kubernetes/cluster-client.ts'
import type { KubernetesContext } from '#server/adapters/compute.kubernetes/kubernetes-context.ts'
import { annotationKeys } from '#server/adapters/compute.kubernetes/names.ts'
import type { ClusterPod } from '#server/adapters/compute.kubernetes/objects.ts'
import { openPodConnection } from '#server/adapters/compute.kubernetes/pod-connection.ts'
import { openPodExec } from '#server/adapters/compute.kubernetes/pod-exec.ts'
import { followPodLogs, readPodLogs, readSavedConsole, saveConsole } from '#server/adapters/compute.kubernetes/pod-logs.ts'
import { PodUsage } from '#server/adapters/compute.kubernetes/pod-usage.ts'
import type { ExecOptions, ExecSession } from '#server/ports/compute.ts'
import { waitUntil } from '#tests/support/until.ts'
import { defineDockerCases } from './docker-world.ts'
import { clusterObstacle, Ground } from './kubelet/ground.ts'
import { readClusterAccess } from './kubernetes-world.ts'

const ref = { installation_id: 'test', id: 'a', generation: 1 }
const cards = ['node:0', 'node:1']
const claimOf = (cpu: number, gpuUuids: readonly string[] = []) => ({
  [annotationKeys.claim]: JSON.stringify({ id: 'a', host: 'node', cpu, memory_mb: 64, gpu_uuids: gpuUuids }),
})
const limits = { resources: { limits: { cpu: '1', memory: '64Mi' } } }

defineDockerCases(() => {
  let ground: Ground
  let client: ClusterClient
  let parts: KubernetesContext
  let pod: ClusterPod

  const start = async (name: string, wish: Parameters<Ground['createPod']>[1]): Promise<ClusterPod> => {
    await ground.createPod(name, wish)
    await ground.waitForPod(name, { phase: 'Running' })
    return client.get(ground.path('pods', name))
  }
  const connect = () => new ClusterClient(readClusterAccess(ground.namespace), 30_000)

  beforeAll(async () => {
    ground = await Ground.create([{ name: 'sessions-a', cpu: 8, memory: '32Gi' }])
    client = connect()
    parts = { client, settings: { clock: systemClock } } as KubernetesContext
    pod = await start('main', { ...limits, annotations: claimOf(1), env: [{ name: 'LANG', value: 'zh_CN.UTF-8' }] })
  })
  afterAll(async () => {
    client?.close()
    await ground?.end()
  })

  const open = (options: ExecOptions) => openPodExec(parts, pod, options)
  const run = async (cmd: string[], input: string | Buffer = '') => {
    const { stream, exit } = await open({ cmd })
    stream.end(input)
    const output = await text(stream)
    return { output, code: await exit }
  }
  const shell = (script: string, input: string | Buffer = '') => run(['sh', '-c', script], input)
  const countProcesses = async (words: string) =>
    (await shell('ps')).output.split('\n').filter((row) => row.endsWith(words)).length

  describe('kubernetes sessions: a command', () => {
    it('gives its output and errors, and its exit code', async () => {
      expect(await shell('echo 你好; exit 3')).toEqual({ output: '你好\n', code: 3 })
      expect(await shell('echo wrong >&2')).toEqual({ output: 'wrong\n', code: 0 })
    })

    it('runs word by word', async () => {
      expect(await run(['echo', 'a  b', '$HOME', '&;+%'])).toEqual({ output: 'a  b $HOME &;+%\n', code: 0 })
    })

    it('keeps its errors apart when asked to', async () => {
      const { stream, stderr, exit } = await open({ cmd: ['sh', '-c', 'echo out; echo err >&2; exit 4'], apart: true })
      expect(await Promise.all([text(stream), text(stderr!), exit])).toEqual(['out\n', 'err\n', 4])
    })

    it('sees the end of its input', async () => {
      expect(await run(['cat'], '一行\n二行\n')).toEqual({ output: '一行\n二行\n', code: 0 })
    })

    it.each([300_000, 5_000_000])('carries %i bytes both ways without loss', async (length) => {
      const sent = '0123456789'.repeat(length / 10)
      const { output, code } = await run(['cat'], sent)
      expect([output === sent, code]).toEqual([true, 0])
    })

    it('loses nothing to a reader that takes its time', async () => {
      const { stream, exit } = await open({ cmd: ['sh', '-c', 'head -c 3000000 /dev/zero'] })
      await systemClock.sleep(500)
      let length = 0
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        length += chunk.length
        await systemClock.sleep(1)
      }
      expect([length, await exit]).toEqual([3_000_000, 0])
    })

    it('loses nothing of what it says at once, however often', async () => {
      const lines = Array.from({ length: 40 }, (_, i) => `line ${i}\n`)
      const rounds = await Promise.all(lines.map((line) => run(['echo', line.trim()])))
      expect(rounds).toEqual(lines.map((output) => ({ output, code: 0 })))
    })

    it('that does not exist is refused, or ends with 127 or 126', async () => {
      const { code } = await run(['no-such-program']).catch(() => ({ code: 127 }))
      expect([126, 127]).toContain(code)
    })

    it('in a pod that is not there is not found', async () => {
      const gone = { ...pod, metadata: { ...pod.metadata, name: 'gone' } }
      await expect(openPodExec(parts, gone, { cmd: ['true'] })).rejects.toMatchObject({ code: 'NotFound' })
    })

    it('ends when the driver closes', async () => {
      const other = connect()
      const { stream, exit } = await openPodExec({ client: other }, pod, { cmd: ['sleep', '4240'] })
      other.close()
      expect([await text(stream), await exit]).toEqual(['', 255])
      await expect(openPodExec({ client: other }, pod, { cmd: ['true'] })).rejects.toMatchObject({ code: 'DriverUnavailable' })
    })
  })

  describe('kubernetes sessions: a terminal', () => {
    const openTerminal = async () => {
      const session = await open({ cmd: ['sh'], tty: true, cols: 123, rows: 40 })
      const sees = watchScreen(session)
      await sees(/# /)
      return { ...session, sees }
    }

    it('has the size it is given, and later ones', async () => {
      const { stream, sees, resize } = await openTerminal()
      stream.write('stty size\r')
      await sees(/40 123/)
      await resize(100, 30)
      stream.write('sleep 0.5; stty size\r')
      await sees(/30 100/)
      stream.destroy()
    })

    it('ends with its shell’s exit code', async () => {
      const { stream, exit } = await openTerminal()
      stream.write('exit 5\r')
      expect(await exit).toBe(5)
    })

    it('has a type, and the locale of its image', async () => {
      const { stream, sees } = await openTerminal()
      stream.write('echo $TERM-$LANG\r')
      await sees(/xterm-256color-zh_CN.UTF-8/)
      stream.destroy()
    })

    it('ends with its user', async () => {
      const { stream, sees, exit } = await openTerminal()
      stream.write('echo begun; sleep 4242\r')
      await sees(/\nbegun/)
      await waitUntil(async () => expect(await countProcesses('sleep 4242')).toBe(1))
      stream.destroy()
      expect(await exit).toBe(255)
      await waitUntil(async () => expect(await countProcesses('sleep 4242')).toBe(0))
    })
  })

  describe('kubernetes sessions: a port', () => {
    const dial = (port: number, signal?: AbortSignal) => openPodConnection(parts, pod, port, signal)
    const serve = async (command: string, port: number) => {
      await shell(`${command} >/dev/null 2>&1 &`)
      const hex = port.toString(16).toUpperCase().padStart(4, '0')
      await waitUntil(async () => expect((await shell(`grep -c ':${hex} .* 0A' /proc/net/tcp*`)).output).toMatch(/:1\b/))
    }

    it('answers, on the loopback too', async () => {
      await serve('mkdir -p /www; echo hello >/www/a; httpd -p 127.0.0.1:8000 -h /www', 8000)
      const stream = await dial(8000)
      stream.write('GET /a HTTP/1.0\r\n\r\n')
      expect(await text(stream)).toMatch(/200 OK[\s\S]*hello\n$/)
    })

    it('is told the end of what is sent, and still answers', async () => {
      await serve('nc -ll -p 8001 -e /bin/cat', 8001)
      const stream = await dial(8001)
      const sent = randomBytes(300_000)
      stream.end(sent)
      expect((await buffer(stream)).equals(sent)).toBe(true)
    })

    it('where nobody listens is closed', async () => {
      await expect(dial(8002)).rejects.toMatchObject({ code: 'PortClosed' })
    })

    it('is given up with its signal', async () => {
      await expect(dial(8000, AbortSignal.abort())).rejects.toMatchObject({ code: 'DriverUnavailable' })
    })

    it('leaves nothing behind when whoever dialled goes away, even while much is sent', async () => {
      await serve('nc -ll -p 8003 -e /bin/yes', 8003)
      const stream = await dial(8003)
      await once(stream, 'data')
      expect(await countProcesses('nc 127.0.0.1 8003')).toBe(1)
      stream.destroy()
      await waitUntil(async () => expect(await countProcesses('nc 127.0.0.1 8003')).toBe(0))
    })

    it('cannot be reached where there is no shell', async () => {
      const bare = await start('bare', limits)
      await ground.run('bare', 'rm /bin/sh')
      await expect(openPodConnection(parts, bare, 8000)).rejects.toMatchObject({ code: 'Unsupported' })
    })
  })

  describe('kubernetes sessions: the console', () => {
    const talk = `for i in 1 2 3; do echo line $i; done; printf '\\033[31mred\\033[0m\\r\\n'; while ! test -e /tmp/end; do sleep 0.1; done; echo bye`
    const words = (lines: readonly string[]) => lines.map((line) => line.replace(/^\S+ /, ''))

    it('is read from its tail, plain and with times', async () => {
      const talking = await start('talk', { command: ['sh', '-c', talk] })
      await waitUntil(async () => expect(words(await readPodLogs(client, talking, 10)).at(-1)).toBe('red'))
      const lines = await readPodLogs(client, talking, 3)
      expect(words(lines)).toEqual(['line 2', 'line 3', 'red'])
      for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /)
      expect(await readPodLogs(client, talking, 0)).toEqual([])
    })

    it('is followed from now on until the run ends', async () => {
      const talking = await client.get<ClusterPod>(ground.path('pods', 'talk'))
      const followed = text(await followPodLogs(client, talking, new AbortController().signal))
      await ground.run('talk', 'touch /tmp/end')
      expect(await followed).toMatch(/^\S+Z bye\n$/)
    })

    it('outlives its pod, and the newest run is kept', async () => {
      expect(await readSavedConsole(parts, ref, 10)).toEqual([])
      const talking = await client.get<ClusterPod>(ground.path('pods', 'talk'))
      const lines = await readPodLogs(client, talking, 10)
      await saveConsole(parts, ref, talking)
      await client.delete(ground.path('pods', 'talk'))
      await ground.waitUntilGone('pods', 'talk')
      expect(await readSavedConsole(parts, ref, 10)).toEqual(lines)
      expect(await readSavedConsole(parts, ref, 1)).toEqual(lines.slice(-1))
      await saveConsole(parts, ref, talking) // it is gone: what was saved stays
      expect(await readSavedConsole(parts, ref, 10)).toEqual(lines)
      const loud = await start('loud', { command: ['sh', '-c', 'seq 1 3000; exec sleep 100000'] })
      await waitUntil(async () => expect(words(await readPodLogs(client, loud, 1))).toEqual(['3000']))
      await saveConsole(parts, ref, loud)
      expect(words(await readSavedConsole(parts, ref, 5000))).toEqual(Array.from({ length: 1000 }, (_, i) => `${i + 2001}`))
    })

    it('is kept within what a secret may hold', async () => {
      const line = 'x'.repeat(5000)
      const wide = await start('wide', {
        command: ['sh', '-c', `for i in $(seq 100); do echo $i ${line}; done; exec sleep 1000`],
      })
      await waitUntil(async () => expect((await readPodLogs(client, wide, 1))[0]).toMatch(/Z 100 x/))
      await saveConsole(parts, ref, wide)
      const saved = await readSavedConsole(parts, ref, 5000)
      expect([saved.length, saved.at(-1)!.endsWith(line)]).toEqual([Math.floor((256 * 1024) / (saved[0]!.length + 1)), true])
    })

    it('is empty before the first run, and ends with its reader or driver', async () => {
      await ground.createPod('late', { image: 'zhisuan/missing:1', imagePullPolicy: 'Never' })
      const waits = await client.get<ClusterPod>(ground.path('pods', 'late'))
      expect(await readPodLogs(client, waits, 10)).toEqual([])
      expect(await text(await followPodLogs(client, waits, new AbortController().signal))).toBe('')
      const stop = new AbortController()
      const other = connect()
      const ends = [await followPodLogs(client, pod, stop.signal), await followPodLogs(other, pod, new AbortController().signal)]
      const all = Promise.all(ends.map((stream: Readable) => text(stream)))
      stop.abort()
      other.close()
      expect(await all).toEqual(['', ''])
    })

    it('of a silent node is not read, which keeps nobody from going on', async () => {
      await ground.kubelet.node('sessions-a').fallSilent()
      await expect(readPodLogs(client, pod, 10)).rejects.toMatchObject({ code: 'DriverUnavailable' })
      await saveConsole(parts, { ...ref, id: 'silent' }, pod)
      await ground.kubelet.node('sessions-a').becomeReady()
    })
  })

  describe('kubernetes sessions: usage', () => {
    it('grows with what runs, within what the instance has', async () => {
      const usage = new PodUsage(parts)
      const asked = [{ pod, ref }]
      const [first] = await usage.samples(asked)
      expect(first).toMatchObject({ id: 'a', cpu_percent: 0, sys_disk_mb: null, data_disk_mb: null, gpus: [] })
      expect(first!.memory_mb).toBeLessThanOrEqual(64)
      const busy = await open({ cmd: ['sh', '-c', 'timeout 3 sh -c "while :; do :; done"; nc -w 1 10.0.0.1 1; true'] })
      await systemClock.sleep(2000)
      const [second] = await usage.samples(asked)
      expect(second!.cpu_percent).toBeGreaterThan(10)
      expect(second!.cpu_percent).toBeLessThanOrEqual(100)
      expect(second!.net_rx_bytes).toBeGreaterThanOrEqual(first!.net_rx_bytes ?? 0)
      usage.keepOnly(new Set())
      expect((await usage.samples(asked))[0]!.cpu_percent).toBe(0)
      busy.stream.resume()
      await busy.exit
    })

    it('leaves out whoever cannot be read', async () => {
      const gone = { ...pod, metadata: { ...pod.metadata, name: 'gone' } }
      const samples = await new PodUsage(parts).samples([
        { pod: gone, ref: { ...ref, id: 'gone' } },
        { pod, ref },
      ])
      expect(samples.map(({ id }) => id)).toEqual(['a'])
      expect(await new PodUsage(parts).samples([])).toEqual([])
    })

    it('tells of each card by its place, as far as a tool in there does', async () => {
      const rented = await start('cards', { ...limits, annotations: claimOf(1, cards) })
      const sample = async () => (await new PodUsage(parts).samples([{ pod: rented, ref }]))[0]!.gpus
      const unknown = { use_percent: null, vram_mb: null, temperature_c: null, power_w: null }
      expect(await sample()).toEqual(cards.map((slot) => ({ uuid: slot, slot, ...unknown })))
      const rows = ['GPU-1, NVIDIA X, 40, 1000, 50, 200.5', 'GPU-2, NVIDIA X, [N/A], 2000, 60, 210']
      const tool = `#!/bin/sh\ncase "$1" in *utilization*) printf '%s\\n' '${rows.join("' '")}' ;; esac`
      const { stream, exit } = await openPodExec(parts, rented, {
        cmd: ['sh', '-c', 'cat >/bin/nvidia-smi; chmod +x /bin/nvidia-smi'],
      })
      stream.end(tool)
      stream.resume()
      expect(await exit).toBe(0)
      expect(await sample()).toEqual([
        { uuid: 'GPU-1', slot: 'node:0', use_percent: 40, vram_mb: 1000, temperature_c: 50, power_w: 200.5 },
        { uuid: 'GPU-2', slot: 'node:1', use_percent: null, vram_mb: 2000, temperature_c: 60, power_w: 210 },
      ])
    })
  })
}, clusterObstacle)

/** Gathers what a terminal shows; the result waits for a text. */
function watchScreen({ stream }: ExecSession): (wanted: RegExp) => Promise<void> {
  let shown = ''
  ;(stream as Duplex).setEncoding('utf8').on('data', (words: string) => {
    shown += words
  })
  return async (wanted) => {
    while (!wanted.test(shown)) await once(stream, 'data', { signal: AbortSignal.timeout(30_000) })
  }
}
