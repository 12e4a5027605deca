import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { createImageVariant } from './docker-images.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { createProbeRoot } from './probe-root.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait, stopAndWait, waitForPhase } from './world.ts'

defineDockerCases(() =>
  describe('docker: how a container ended', () => {
    let world: DockerWorld
    beforeEach(async () => {
      world = await createDockerWorld()
    })
    afterEach(() => world.end())

    const killMain = 'kill -9 $(pidof tail)'
    const stubborn = ['sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 1; done']
    const untilReady = async (spec: InstanceSpec) => {
      while ((await world.driver.logs(spec, { tail: 1 })).length === 0) await world.wait(50)
    }

    it('takes a kill that was not ours for a kill, not for lack of memory, and stays failed until stopped', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, killMain)
      const seen = await waitForPhase(world, spec, 'failed')
      expect(seen).toMatchObject({ reason: 'Killed', exit_code: 137, message: '实例的主进程被强制终止（SIGKILL）。' })
      expect((await world.driver.ensureRunning(spec)).phase).toBe('failed')
      await world.restart()
      expect((await world.driver.observe(spec)).reason).toBe('Killed')
      expect((await world.driver.ensureStopped(spec, { grace_seconds: 1 })).phase).toBe('stopped')
      await startAndWait(world, spec)
    })

    it('names the exit code of a main process that failed', async () => {
      const image = await createImageVariant(world, { Cmd: ['sh', '-c', 'sleep 0.3; exit 3'] })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await world.driver.ensureRunning(spec)
      expect(await waitForPhase(world, spec, 'failed')).toMatchObject({ reason: 'ExitedError', exit_code: 3 })
    })

    it('takes a main process that ended well as stopped, and starts it again when asked', async () => {
      const image = await createImageVariant(world, { Cmd: ['sh', '-c', 'sleep 0.5'] })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      expect(await waitForPhase(world, spec, 'stopped')).toMatchObject({ reason: 'ExitedOk', exit_code: 0 })
      await startAndWait(world, spec)
    })

    it('kills after its grace what ignores the request, and that is a stop, also after a restart of the server', async () => {
      const image = await createImageVariant(world, { Cmd: stubborn })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      await untilReady(spec)
      expect((await world.driver.ensureStopped(spec, { grace_seconds: 2 })).phase).toBe('stopping')
      await world.restart()
      expect((await world.driver.observe(spec)).phase).toBe('stopping')
      const seen = await waitForPhase(world, spec, 'stopped')
      expect(seen.reason).toBeUndefined()
      expect(seen.exit_code).toBe(137)
    })

    it('kills at once what is stopped a second time without grace', async () => {
      const image = await createImageVariant(world, { Cmd: stubborn })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      await untilReady(spec)
      await world.driver.ensureStopped(spec, { grace_seconds: 600 })
      await world.driver.ensureStopped(spec, { grace_seconds: 0 })
      await waitForPhase(world, spec, 'stopped')
    })

    it('says so when the image’s command does not exist', async () => {
      const image = await createImageVariant(world, { Cmd: ['/no/such/program'] })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await world.driver.ensureRunning(spec)
      const seen = await waitForPhase(world, spec, 'failed')
      expect(seen).toMatchObject({ reason: 'ExitedError', message: expect.stringMatching(/，退出码 \d+。$/) })
      await stopAndWait(world, spec)
    })

    it('keeps the command of an image that stays up by itself', async () => {
      const image = await createImageVariant(world, { Cmd: ['sh', '-c', 'echo my own service; exec sleep 1000'] })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      await untilReady(spec)
      const lines = await world.driver.logs(spec, { tail: 10 })
      expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(['my own service'])
    })

    it('notices cards that are promised but not there', async ({ skip }) => {
      const { Runtimes } = (await world.docker.info()) as { Runtimes: Record<string, unknown> }
      if (!Object.hasOwn(Runtimes, 'nvidia')) skip('this engine has no runtime called nvidia')
      const root = await createProbeRoot()
      await root.setTool('nvidia-smi', "echo 'GPU-1, NVIDIA H800, 0, 0, 0, 0'")
      const real = await createDockerWorld({ virtual_gpus: [], probe_root: root.folder })
      const spec = await buildTestInstanceSpec(real, 'a', { gpu_uuids: ['GPU-1'] })
      expect(await describeHosts(real.driver)).toMatchObject([{ capabilities: { cards: 'uuid' }, simulated: false }])
      const seen = await real.driver.ensureRunning(spec)
      expect(seen).toMatchObject({ phase: 'failed', reason: 'GpuMissing' })
      expect(seen.message).toMatch(/^实例内没有检测到分配的 GPU。（.*device driver/)
      await real.end()
      await root.remove()
    })
  }),
)
