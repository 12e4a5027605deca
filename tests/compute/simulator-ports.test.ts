import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from './world.ts'

describe('simulator: ports', () => {
  let world: SimulatorWorld
  let spec: InstanceSpec
  beforeEach(async () => {
    world = await createSimulatorWorld({ images: ['zhisuan/base:test', 'zhisuan/pytorch:2.6'] })
    spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
  })
  afterEach(() => world.end())

  const ask = async (port: number, path: string, method = 'GET') => {
    const stream = await world.driver.dial(spec, port)
    const sent = request({ path, method, host: 'instance', createConnection: () => stream as never })
    sent.end()
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
    })
    const body = await text(response)
    stream.destroy()
    return { status: response.statusCode, headers: response.headers, body }
  }
  const out = async (script: string) => (await execShellScript(world, spec, script)).output

  it('serves a folder until it is told to stop, and lists what listens', async () => {
    expect(await out('ports')).toContain('没有程序在监听端口')
    await out('mkdir /workspace/site; echo 你好 > /workspace/site/说明.txt; cd /workspace/site; serve 6006')
    expect(await out('ports')).toMatch(/6006\s+serve\s+\/workspace\/site/)
    expect(await out('ss -tln')).toMatch(/LISTEN.*0\.0\.0\.0:6006/)
    expect(await out('ps')).toContain('serve 6006（模拟）')
    const listing = await ask(6006, '/')
    expect(listing.status).toBe(200)
    expect(listing.body).toMatch(/<header[^>]*><h1>模拟 HTTP 服务[\s\S]*说明\.txt[\s\S]*<footer[^>]*>.*模拟/)
    const file = await ask(6006, `/${encodeURIComponent('说明.txt')}`)
    expect(file).toMatchObject({ status: 200, body: '你好\n', headers: { 'x-zhisuan-simulated': '1' } })
    expect(await out('serve --stop 6006')).toContain('已停止')
    expect(await getDriverErrorCode(world.driver.dial(spec, 6006))).toBe('PortClosed')
    expect((await execShellScript(world, spec, 'serve --stop 6006')).code).toBe(1)
  })

  it('puts its header and footer around a page of the user’s own', async () => {
    await out('echo "<p>mine</p>" > /workspace/index.html; cd /workspace; serve 80')
    expect((await ask(80, '/')).body).toMatch(/^<header[\s\S]*模拟 HTTP 服务[\s\S]*<p>mine<\/p>[\s\S]*<footer[\s\S]*模拟/)
  })

  it('leaves the folder by no path, and only reads', async () => {
    await out('mkdir /workspace/site; echo secret > /workspace/secret; cd /workspace/site; serve 80')
    for (const path of ['/../secret', '/%2e%2e/secret', '/..%2fsecret', '//../secret', '/%2e%2e%2f%2e%2e%2fetc/hostname']) {
      expect((await ask(80, path)).body, path).not.toContain('secret\n')
    }
    expect((await ask(80, '/missing')).status).toBe(404)
    expect((await ask(80, '/%zz')).status).toBe(400)
    expect((await ask(80, '/', 'POST')).status).toBe(405)
    expect(await ask(80, '/', 'HEAD')).toMatchObject({ status: 200, body: '' })
  })

  it('takes no port twice, none that is no port, and not every port', async () => {
    expect((await execShellScript(world, spec, 'serve 80')).code).toBe(0)
    expect((await execShellScript(world, spec, 'serve 80')).code).toBe(1)
    for (const port of ['', '0', '65536', 'x', '80 81', '-1'])
      expect((await execShellScript(world, spec, `serve ${port}`)).code).toBe(2)
    for (let port = 100; port < 130; port += 1) await execShellScript(world, spec, `serve ${port}`)
    expect((await out('ss -tln')).match(/LISTEN/g)).toHaveLength(16)
  })

  it('goes on serving when the server restarts, and not when the instance does', async () => {
    await out('cd /workspace; serve 6006')
    await world.restart()
    expect((await ask(6006, '/')).status).toBe(200)
    await stopAndWait(world, spec)
    await startAndWait(world, spec)
    expect(await getDriverErrorCode(world.driver.dial(spec, 6006))).toBe('PortClosed')
  })

  it('shows the disks at 8888 where the image brings JupyterLab, its snapshots too, and says what it is', async () => {
    expect(await getDriverErrorCode(world.driver.dial(spec, 8888))).toBe('PortClosed')
    spec = await buildTestInstanceSpec(world, 'b', { image: 'zhisuan/pytorch:2.6' })
    await startAndWait(world, spec)
    await out('mkdir /workspace/data; echo "<b>1</b>" > /workspace/data/a.html; echo -n > /workspace/data/empty')
    expect((await execShellScript(world, spec, 'serve 8888')).code).toBe(1)
    const top = await ask(8888, '/')
    expect(top.body).toMatch(/<title>\/ · 模拟 JupyterLab<\/title>[\s\S]*<h1>模拟 JupyterLab<\/h1>[\s\S]*href="\.\/workspace\/"/)
    expect(top.body).toContain('不是真正的 JupyterLab')
    expect((await ask(8888, '/favicon.ico')).headers['content-type']).toBe('image/svg+xml')
    expect((await ask(8888, '/lab?token=x')).headers.location).toBe('./')
    expect((await ask(8888, '/workspace/data')).headers.location).toBe('./data/')
    expect((await ask(8888, '/workspace/data/')).body).toMatch(
      /href="\.\.\/"[\s\S]*href="\.\/a\.html"[\s\S]*href="\.\/a\.html\?download=1"/,
    )
    const view = await ask(8888, '/workspace/data/a.html')
    expect(view.body).toContain('<pre>&lt;b&gt;1&lt;/b&gt;\n</pre>')
    const download = await ask(8888, '/workspace/data/a.html?download=1')
    expect(download.body).toBe('<b>1</b>\n')
    expect(download.headers['content-disposition']).toContain("filename*=UTF-8''a.html")
    await advanceUntilSettled(
      world,
      world.driver.snapshot(spec, 'saved/b:1', () => undefined),
    )
    spec = await buildTestInstanceSpec(world, 'c', { image: 'saved/b:1' })
    await startAndWait(world, spec)
    expect((await ask(8888, '/')).status).toBe(200)
  })
})
