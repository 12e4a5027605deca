import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { importTestImage } from '../../scripts/docker-engine/test-image.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait } from './world.ts'

const imageWithPerl = 'zhisuan/perl:test'

defineDockerCases(() =>
  describe.each([
    ['over the bridge', 'socket', { direct_dial: true }, imageWithPerl],
    ['over the engine, where nothing inside can listen', 'pipe', { direct_dial: true }, undefined],
    ['over the engine, where the bridge is not to be seen', 'pipe', { direct_dial: false }, imageWithPerl],
  ] as const)('decision 095 docker: a program that reads and writes much, %s', (_, kind, options, image) => {
    let world: DockerWorld
    let spec: InstanceSpec
    beforeAll(async () => {
      world = await createDockerWorld(options)
      if (image) await importTestImage(world.docker, image, ['/usr/bin/perl'])
      spec = await buildTestInstanceSpec(world, 'a', image && { image })
      await startAndWait(world, spec)
    })
    afterAll(() => world.end())
    const run = (script: string) => world.driver.exec(spec, { cmd: ['sh', '-c', script], apart: true, bulk: true })

    it('carries bytes both ways, the end of our side, what it says besides, and its exit code', async () => {
      const { stream, stderr, exit } = await run('readlink /proc/$$/fd/0 >&2; cat; exit 7')
      const sent = randomBytes(3_000_000)
      stream.end(sent)
      const [got, said] = await Promise.all([buffer(stream), text(stderr!)])
      expect(got.equals(sent)).toBe(true)
      expect(said).toMatch(new RegExp(`^${kind}:`))
      expect(await exit).toBe(7)
    })

    it('ends when its client goes away', async () => {
      const { stream, stderr } = await run('echo here; exec cat')
      stderr!.resume()
      await once(stream, 'data')
      stream.destroy()
      const programs = async () =>
        (await execShellScript(world, spec, 'ps')).output.split('\n').filter((row) => / cat$/.test(row))
      for (let i = 0; i < 100 && (await programs()).length > 0; i += 1) await world.wait(50)
      expect(await programs()).toEqual([])
    })
  }),
)
