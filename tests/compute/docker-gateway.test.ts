import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instances } from '#contract/instances.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { openSshConnection, runSshCommand, trySshLogin } from '#tests/support/ssh-client.ts'
import { importTestImage, testImageName } from '../../scripts/docker-engine/test-image.ts'
import { startThrowawayEngine, type ThrowawayEngine } from '../../scripts/docker-engine/throwaway-engine.ts'
import { defineDockerCases } from './docker-world.ts'
import { findFreePort, PlatformProcess } from './server.ts'

const renter = '13800000001'

defineDockerCases(() =>
  describe('decision 091 The gateways of a whole server, in their thread', () => {
    let engine: ThrowawayEngine
    let server: PlatformProcess
    let dir: string
    let port: number
    let id: string
    let privateKey: string
    beforeAll(async () => {
      engine = await startThrowawayEngine()
      await importTestImage(engine.docker)
      dir = await mkdtemp(join(tmpdir(), 'zhisuan-gateway-'))
      port = await findFreePort()
      server = new PlatformProcess(dir, engine.socket_path, testImageName, { SSH_PORT: `${port}` })
      await server.start()
      const { data } = await server.call(renter, secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
      privateKey = data.private_key!
      id = await server.rent(renter)
    })
    afterAll(async () => {
      await server.stop('SIGKILL')
      await engine.stop()
      await rm(dir, { recursive: true, force: true })
    })
    const enter = () => openSshConnection(port, id, { privateKey })

    it('let the owner in by key and nobody else, and carry bytes unchanged', async () => {
      expect(await trySshLogin(port, id, { password: 'wrong' })).toMatch(/authentication methods failed/)
      const client = await enter()
      const sent = randomBytes(1 << 20).toString('base64')
      expect(await runSshCommand(client, 'cat > /workspace/up', { input: sent })).toMatchObject({ code: 0, errors: '' })
      expect((await runSshCommand(client, 'cat /workspace/up')).output === sent).toBe(true)
      client.end()
    })

    it('close what is open when the instance is shut down, and when the process ends', async () => {
      const shut = once(await enter(), 'close')
      await server.call(renter, instances.shutdown, { params: { id } })
      await shut
      id = await server.rent(renter)
      const ended = once(await enter(), 'close')
      await server.stop()
      await ended
    })
  }),
)
