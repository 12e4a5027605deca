import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, getDriverErrorCode, startAndWait } from './world.ts'

const port = 7000

defineDockerCases(() =>
  describe('docker: connecting through the engine’s socket alone', () => {
    let world: DockerWorld
    let spec: InstanceSpec
    beforeEach(async () => {
      world = await createDockerWorld({ direct_dial: false })
      spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
    })
    afterEach(() => world.end())

    const listen = async (program: string) => {
      await execShellScript(world, spec, `nc -ll -p ${port} -e ${program} >/dev/null 2>&1 &`)
      for (let i = 0; i < 50; i += 1) {
        if ((await execShellScript(world, spec, 'netstat -tln')).output.includes(`:${port}`)) return
        await world.wait(50)
      }
    }
    const clients = async () =>
      (await execShellScript(world, spec, 'ps')).output.split('\n').filter((row) => row.includes(`nc 127.0.0.1 ${port}`))
    const noClients = async () => {
      for (let i = 0; i < 100 && (await clients()).length > 0; i += 1) await world.wait(50)
      expect(await clients()).toEqual([])
    }

    it('carries 300 kB both ways without loss, and the end of our side', async () => {
      await listen('/bin/cat')
      const stream = await world.driver.dial(spec, port)
      const sent = randomBytes(300_000)
      stream.end(sent)
      expect((await buffer(stream)).equals(sent)).toBe(true)
      await noClients()
    })

    it('ends the program inside when its client goes away, even while much is sent', async () => {
      await listen('/bin/yes')
      const stream = await world.driver.dial(spec, port)
      await once(stream, 'data')
      expect(await clients()).toHaveLength(1)
      stream.destroy()
      await noClients()
    })

    it('ends its connections when the driver closes', async () => {
      await listen('/bin/cat')
      const stream = await world.driver.dial(spec, port)
      const rest = text(stream).catch(() => '')
      await world.restart()
      await rest
      await noClients()
    })

    it('says that it cannot where the image has no shell to connect with', async () => {
      await listen('/bin/cat')
      await execShellScript(world, spec, 'rm /bin/sh')
      expect(await getDriverErrorCode(world.driver.dial(spec, port))).toBe('Unsupported')
    })
  }),
)
