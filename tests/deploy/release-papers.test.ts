import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineDockerCases } from '#tests/compute/docker-world.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { findProgram } from '../../scripts/docker-engine/programs.ts'
import { importTestImage } from '../../scripts/docker-engine/test-image.ts'

const run = promisify(execFile)
const socketPath = process.env.DOCKER_SOCKET ?? ''
const image = 'zhisuan/papers:test'
const dpkg = ['/usr/bin/dpkg-query', '/var/lib/dpkg/status']
const missing = [...dpkg, 'dist/web/third-party-notices.txt'].filter((file) => !existsSync(file))

defineDockerCases(
  () =>
    describe('decision 108 The papers of a release', () => {
      let dir: string
      beforeAll(async () => {
        dir = createTemporaryFolder()
        await importTestImage(new Docker({ socketPath }), image, dpkg)
      })
      afterAll(() => rmSync(dir, { recursive: true, force: true }))

      const write = (...args: string[]) =>
        run(process.execPath, ['--import', 'tsx', 'scripts/release-papers.ts', ...args], {
          env: { ...process.env, DOCKER_HOST: `unix://${socketPath}` },
        }).then(
          () => ({ code: 0, said: '' }),
          ({ code, stderr }) => ({ code: code as number, said: stderr as string }),
        )

      it('list what ships and nothing else, with sums that agree', async () => {
        const folder = join(dir, 'whole')
        expect(await write(`--image=${image}`, `--to=${folder}`)).toEqual({ code: 0, said: '' })
        const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
          components: { name: string; version: string }[]
        }
        const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
        const listed = components.map(({ name, version }) => `${name}@${version}`)
        expect(listed).toEqual(expect.arrayContaining(Object.entries(dependencies!).map((parts) => parts.join('@'))))
        for (const name of ['vitest', '@playwright/test', 'msw']) {
          expect(Object.keys(devDependencies!)).toContain(name)
          expect(components.map((component) => component.name)).not.toContain(name)
        }
        expect(readFileSync(join(folder, 'image-packages.txt'), 'utf8')).toMatch(/^libc6(:\w+)?\t\S+$/m)
        await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
        expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8').split('\n')).toHaveLength(readdirSync(folder).length)
      })

      it('are none at all where a part is missing', async () => {
        const folder = join(dir, 'half')
        const other = process.env.TEST_IMAGE ?? ''
        expect(await write(`--image=${other}`, `--to=${folder}`)).toEqual({
          code: 1,
          said: expect.stringContaining('dpkg-query'),
        })
        expect(existsSync(folder)).toBe(false)
        expect(await write(`--to=${folder}`)).toEqual({ code: 1, said: expect.stringContaining('--without-image') })
      })
    }),
  (await findProgram('docker')) && missing.length === 0 ? undefined : `not here: docker or ${missing.join(', ')}`,
)
