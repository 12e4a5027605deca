import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { instanceAccess } from '#contract/instance-access.ts'
import { instances } from '#contract/instances.ts'
import { lanAddress } from '#tests/compute/machine-box.ts'
import { type Machine, startMachines } from '#tests/compute/machines.ts'
import { type RealRegistry, startRealRegistry } from '#tests/compute/real-registry.ts'
import { openSshConnection, runSshCommand } from '#tests/support/ssh-client.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'
import { startAddedCluster } from './added-cluster.ts'
import { callApi } from './api.ts'
import { addEngineByForm, changePerson, offerImage, operators, registerHostInRegion, runRowAction, sell } from './back-office.ts'
import { startKillablePlatform } from './killable-platform.ts'
import { expect, test } from './person.ts'

const renter = '13800000001'
const region = '华北一区'
/** As the card calls itself, and its label in a cluster. */
const [model, cardLabel] = ['GeForce RTX 5090', 'NVIDIA-GeForce-RTX-5090']
const imageName = '机房镜像'
const savedName = '我的环境'
const kept = 'kept-42\n'
/** What an engine does waits for its disks, which other tests use, too. */
const engineWait = { timeout: 300_000 }

type Platform = Awaited<ReturnType<typeof startKillablePlatform>>

/** A platform that runs nothing itself: what it sells, operators add. Accounts and regions are those of the demo. */
async function startEmptyPlatform(settings: NodeJS.ProcessEnv): Promise<Platform> {
  const { port } = new URL(test.info().project.use.baseURL!)
  const platform = await startKillablePlatform({ ...settings, PORT: port, COMPUTE: 'simulator' })
  await platform.kill()
  await platform.start({ COMPUTE: 'none' })
  return platform
}

async function addMachine(page: Page, { name, access }: Machine): Promise<void> {
  const common = { 主机名: name, 虚拟卡: `${model}:1` }
  if (access.by === 'ssh') {
    const { username, host, port, private_key: key = '', socket_path: socket = '' } = access
    const fields = { 地址: `ssh://${username}@${host}:${port}`, 'SSH 私钥': key, 主机上的套接字: socket }
    await addEngineByForm(page, 'Docker', { ...common, ...fields })
    await page.goto(`/operator/engines?keyword=${name}`)
    await page.getByRole('button', { name: new RegExp(`^检查 .*${name}`) }).click()
    const dialog = page.getByRole('dialog', { name: `检查 ${name}` })
    await expect(dialog.getByText(access.host_key!)).toBeVisible()
    await dialog.getByRole('button', { name: '一致，固定这个密钥' }).click()
    await expect(dialog.getByRole('status').getByText(/^版本 /)).toBeVisible()
    await dialog.getByRole('button', { name: '关闭' }).last().click()
  } else if (access.by === 'https') {
    const fields = { 'CA 证书': access.ca, 客户端证书: access.cert, 客户端私钥: access.key }
    await addEngineByForm(page, 'Docker', { ...common, 地址: `https://${access.host}:${access.port}`, ...fields })
  }
}

/** Rents by the form; returns the id of the instance once it runs. */
async function rent(page: Page, name: string, image: string): Promise<string> {
  await page.goto('/market')
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^租用 .*${model}`) })
    .first()
    .click()
  await page.getByLabel('实例名称').fill(name)
  await page.locator('label').filter({ hasText: image }).first().click()
  await page.getByRole('button', { name: '创建实例' }).click()
  await expect(page).toHaveURL(/\/console\/container-instance\/detail\/gpu-/)
  await expect(page.getByText('运行中', { exact: true }).first()).toBeVisible(engineWait)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

async function typeInTerminal(page: Page, line: string, answer: RegExp): Promise<void> {
  await page
    .getByRole('button', { name: /打开终端/ })
    .first()
    .click()
  const terminal = page.locator('.xterm')
  await expect(terminal).toContainText(/[#$] /)
  await terminal.click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(terminal).toContainText(answer)
}

async function saveImage(page: Page, id: string, name: string): Promise<void> {
  await page.goto(`/console/container-instance/detail/${id}`)
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '保存镜像' }).click()
  const dialog = page.getByRole('dialog', { name: /保存镜像/ })
  await dialog.getByLabel('镜像名称').fill(name)
  await dialog.getByRole('button', { name: '保存镜像' }).click()
  await page.goto('/console/image/private-image')
  await expect(page.getByRole('row').filter({ hasText: name }).getByText('可用')).toBeVisible(engineWait)
}

async function runBySsh(page: Page, platform: Platform, token: string, id: string, command: string): Promise<string> {
  const { password } = await callApi(page.request, token, instanceAccess.reveal_password, { params: { id } })
  const client = await openSshConnection(platform.ssh_port, id, { password })
  const { output } = await runSshCommand(client, command)
  client.end()
  return output
}

/** A registry that machines and nodes reach, a platform that keeps saved images there, and all that they leave behind. */
async function withPlatform(address: string, work: (platform: Platform, registry: RealRegistry) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zhisuan-engines-'))
  const registry = await startRealRegistry(address)
  const { username, password } = registry.login
  const auth = Buffer.from(`${username}:${password}`).toString('base64')
  const logins = join(folder, 'registry-auth.json')
  await writeFile(logins, JSON.stringify({ auths: { [registry.url.host]: { auth } } }), { mode: 0o600 })
  const settings = { REGISTRY_URL: registry.url.href, DOCKER_REGISTRY_AUTH: logins, HOST_CHECK: 'skipped' }
  const platform = await startEmptyPlatform(settings)
  try {
    await work(platform, registry)
  } finally {
    await platform.close()
    await registry.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a renter does with an instance on a host that dies and returns; its money stands still meanwhile. */
async function outlive(
  page: Page,
  platform: Platform,
  token: string,
  id: string,
  host: { die(): Promise<void>; return(): Promise<void> },
) {
  const listSegments = () => callApi(page.request, token, instances.segments, { params: { id } })
  await page.goto(`/console/container-instance/detail/${id}`)
  await expect.poll(async () => (await listSegments())[0]!.seconds, engineWait).toBeGreaterThan(0)
  await host.die()
  const died = Date.now()
  const unknown = page.getByText(/没有应答，实例现在的状态未知/)
  await expect(unknown).toBeVisible(engineWait)
  await host.return()
  await expect(unknown).toBeHidden(engineWait)
  await expect(page.getByText('运行中', { exact: true }).first()).toBeVisible(engineWait)
  await expect.poll(() => runBySsh(page, platform, token, id, 'cat /root/file'), engineWait).toBe(kept)
  const segments = await listSegments()
  const before = segments.find(({ started_at: at }) => Date.parse(at) < died)!
  expect(segments.length, 'it was started again').toBe(2)
  expect(before.seconds * 1000).toBeLessThanOrEqual(died - Date.parse(before.started_at))
}

interface Hosts {
  first: string
  second: string
  image: string
  /** What happens to the second. */
  die(): Promise<void>
  return(): Promise<void>
}

/** From hosts that have just been added to their first sale, the second instance, and what the second host's end costs. */
async function sellAndLose(page: Page, platform: Platform, { first, second, image, ...host }: Hosts): Promise<void> {
  for (const name of [first, second]) await registerHostInRegion(page, name, region)
  await offerImage(page, image, imageName)
  await sell(page, model, region)
  await page.goto(`/operator/hosts?keyword=${second}`)
  await runRowAction(page, second, '排空', (dialog) => dialog.getByLabel('原因').fill('先卖第一台'))

  const token = await changePerson(page, renter)
  const id = await rent(page, '第一台', imageName)
  await typeInTerminal(page, 'echo kept-$((40+2)) > /root/file; cat /root/file', /kept-42/)
  expect(await runBySsh(page, platform, token, id, 'cat /root/file')).toBe(kept)
  await saveImage(page, id, savedName)

  await changePerson(page, operators.first)
  await page.goto(`/operator/hosts?keyword=${second}`)
  await runRowAction(page, second, '取消排空')
  await changePerson(page, renter)
  const elsewhere = await rent(page, '第二台', savedName)
  expect(await runBySsh(page, platform, token, elsewhere, 'cat /root/file')).toBe(kept)
  await outlive(page, platform, token, elsewhere, host)
  await page.close() // its streams end before the platform does
}

test('product §10 machines are added, sold and rented; a saved image boots on the other, and a dead one costs nobody', async ({
  page,
}) => {
  test.slow()
  const machines = await startMachines()
  try {
    await withPlatform(lanAddress, async (platform) => {
      const [first, second] = [machines.key, machines.tls]
      await changePerson(page, operators.first)
      for (const machine of [first, second]) await addMachine(page, machine)
      await sellAndLose(page, platform, {
        ...{ first: first.name, second: second.name, image: testImageName },
        die: () => second.kill('power'),
        return: () => second.revive(),
      })
    })
  } finally {
    await machines.stop()
  }
})

test('product §10 a cluster is added, sold and rented; a saved image boots on its other node, and a dead one costs nobody', async ({
  page,
}) => {
  test.slow()
  await withPlatform('127.0.0.1', async (platform, registry) => {
    const image = 'zhisuan/cluster:1'
    const cluster = await startAddedCluster(registry, cardLabel, image)
    try {
      const [first, second] = cluster.nodes as [string, string]
      await changePerson(page, operators.first)
      await addEngineByForm(page, 'Kubernetes', {
        ...{ 集群名: 'beijing-1', kubeconfig: cluster.kubeconfig, 命名空间: cluster.namespace },
        ...{
          节点标签: `zhisuan.test/ground=${cluster.namespace}`,
          存储类: cluster.storage_class,
          '拉取镜像的 Secret': 'registry',
        },
      })
      await sellAndLose(page, platform, {
        ...{ first, second, image },
        die: () => cluster.change('dies', second),
        return: () => cluster.change('returns', second),
      })
    } finally {
      await cluster.close()
    }
  })
})
