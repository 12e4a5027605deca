import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import { instances } from '#contract/instances.ts'
import { monitor } from '#contract/monitor.ts'
import '#src/features/instances/instances.resource.tsx'
import { toast } from '#src/ui/toast.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildInstance, findTableRow, serveInstances } from './rentals.ts'

/** Half a day before so many days have passed. */
const inDays = (days: number) => new Date(Date.now() + (days - 0.5) * 86_400_000).toISOString()

const rows = () => [
  buildInstance({ id: 'gpu-1', nick_name: '训练', status: 7, reason: 'arrears' }),
  buildInstance({ id: 'gpu-2', nick_name: '推理', charge_rule: 'week', expire_at: inDays(4), simulated: false }),
  buildInstance({ id: 'gpu-3', nick_name: '评测', status: 7, price_hour: '2.28' }),
]
const selectAll = async () => {
  const row = await findTableRow('训练')
  const all = row.closest('table')?.querySelector<HTMLElement>('thead input')
  if (all) await userEvent.click(all)
  return screen.findByRole('region', { name: '批量操作' })
}

const line = (newest: (number | null)[]) => [...Array.from({ length: 30 - newest.length }, () => null), ...newest]

describe('product §4 The list of instances', () => {
  it('says of each what it is, why it stands still, what it costs and where', async () => {
    serveInstances(rows())
    await openApp('/console/container-instance')
    const row = await findTableRow('训练')
    for (const text of [
      'gpu-1',
      '已关机',
      '欠费关机',
      'RTX 4090 × 2',
      '28 核 · 120 GB · 显存 24 GB × 2',
      'PyTorch 2.6',
      '7.31',
      '模拟',
    ]) {
      expect(within(row).getByText(text)).toBeVisible()
    }
    expect(row).toHaveTextContent('按量计费¥4.605/小时')
    expect(within(row).getByRole('link', { name: '训练' })).toHaveAttribute('href', '/console/container-instance/detail/gpu-1')
    expect(within(row).getByRole('button', { name: '复制实例编号' })).toBeVisible()
    const packaged = await findTableRow('推理')
    expect(packaged).toHaveTextContent('包周3 天后到期关机')
    expect(within(packaged).getByText('3 天后到期关机')).toHaveAttribute(
      'title',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d 到期关机$/),
    )
    expect(within(packaged).queryByText('模拟')).not.toBeInTheDocument()
  })

  it('says how long what is stopped is kept, and nothing of an old stop while something else goes on', async () => {
    serveInstances([
      buildInstance({ id: 'gpu-1', nick_name: '刚关', status: 7, reason: 'manual', release_at: inDays(14) }),
      buildInstance({ id: 'gpu-2', nick_name: '早关', status: 7, reason: 'manual', release_at: inDays(2) }),
      buildInstance({ id: 'gpu-3', nick_name: '正在保存', status: 31, reason: 'manual' }),
    ])
    await openApp('/console/container-instance')
    const fresh = await findTableRow('刚关')
    expect(fresh).toHaveTextContent('已关机手动关机14 天后释放')
    const toneOf = (row: HTMLElement, words: string) => within(row).getByText(words).closest('[data-tone]')
    expect(toneOf(fresh, '14 天后释放')).toHaveAttribute('data-tone', 'neutral')
    expect(toneOf(await findTableRow('早关'), '2 天后释放')).toHaveAttribute('data-tone', 'warning')
    expect(within(fresh).getByRole('img', { name: '关机后数据保留 15 天，14 天后释放' })).toBeVisible()
    expect(await findTableRow('正在保存')).not.toHaveTextContent('手动')
  })

  it('shows how busy the GPU of what runs is, all rows by one call', async () => {
    const asked: string[] = []
    serveInstances([
      buildInstance({ id: 'gpu-1', nick_name: '训练' }),
      buildInstance({ id: 'gpu-2', nick_name: '推理' }),
      buildInstance({ id: 'gpu-3', nick_name: '整理', gpu_mode: 'none' }),
      buildInstance({ id: 'gpu-4', nick_name: '评测', status: 7 }),
    ])
    mockCall(monitor.usage, ({ query }) => {
      asked.push(query.ids)
      return [{ id: 'gpu-1', gpu_use: line([48, null]), vram_use: line([60, null]) }]
    })
    await openApp('/console/container-instance')
    const [busy, unknown] = [await findTableRow('训练'), await findTableRow('推理')]
    expect(await within(busy).findByRole('img', { name: 'GPU 利用率 48%' })).toBeVisible()
    expect(within(unknown).getByRole('img', { name: 'GPU 利用率暂无采样' })).toBeVisible()
    for (const name of ['整理', '评测'])
      expect(within(await findTableRow(name)).queryByRole('img', { name: /GPU 利用率/ })).toBeNull()
    expect(asked).toEqual(['gpu-1,gpu-2'])
  })

  it('goes on while the use of an instance that has just started is not known yet', async () => {
    const server = serveInstances([buildInstance({ id: 'gpu-71', nick_name: '训练' })])
    let answered: Promise<unknown> = Promise.resolve()
    mockCall(monitor.usage, async () => {
      await answered
      return [{ id: 'gpu-71', gpu_use: line([48]), vram_use: line([60]) }]
    })
    await openApp('/console/container-instance')
    expect(await within(await findTableRow('训练')).findByRole('img', { name: 'GPU 利用率 48%' })).toBeVisible()
    const later = new EventTarget()
    answered = new Promise((resolve) => later.addEventListener('answer', resolve))
    server.rows = [...server.rows, buildInstance({ id: 'gpu-72', nick_name: '推理' })]
    await userEvent.click(screen.getByRole('button', { name: '刷新' }))
    const fresh = await findTableRow('推理')
    await new Promise((resolve) => setTimeout(resolve, 1_000)) // both are asked for together a moment later
    expect(within(fresh).getByRole('img', { name: 'GPU 利用率暂无采样' })).toBeVisible()
    later.dispatchEvent(new Event('answer'))
    expect(within(await findTableRow('训练')).getByRole('img', { name: 'GPU 利用率 48%' })).toBeVisible()
  })

  it('has the command, JupyterLab and the terminal of what runs one click away, and says of the rest when', async () => {
    const written: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void written.push(text) },
    })
    const ssh = {
      host: 'ssh.example',
      port: 2222,
      user: 'gpu-2',
      fingerprint: 'SHA256:x',
      password_set: true,
      password_kept: true,
      keys: [],
    }
    mockCall(instanceAccess.get, () => ({ ssh: { ...ssh, command: 'ssh -p 2222 gpu-2@ssh.example' }, ports: [] }))
    serveInstances(rows())
    await openApp('/console/container-instance')
    const running = await findTableRow('推理')
    await userEvent.click(within(running).getByRole('button', { name: '复制 SSH 命令 推理' }))
    await waitFor(() => expect(written).toEqual(['ssh -p 2222 gpu-2@ssh.example']))
    await waitFor(() => expect(toast.get().map(({ message }) => message)).toEqual(['已复制 SSH 命令']))
    expect(within(running).getByRole('button', { name: '打开 JupyterLab 推理' })).toBeVisible()
    expect(within(running).getByRole('button', { name: '打开终端 推理' })).toBeVisible()
    const off = within(await findTableRow('训练')).getByRole('button', { name: '打开 JupyterLab 训练' })
    expect(off).toHaveAttribute('aria-disabled', 'true')
    expect(off).toHaveAccessibleDescription('进入「运行中」后可用')
  })

  it('is exported with one thing a cell, the number among them, and no price an hour of a package', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
    serveInstances([
      buildInstance({
        id: 'gpu-2',
        nick_name: '推理',
        charge_rule: 'day',
        price_hour: '2.165833',
        expire_at: '2026-11-28T06:00:00Z',
      }),
    ])
    await openApp('/console/container-instance')
    await findTableRow('推理')
    await userEvent.click(screen.getByRole('button', { name: '导出' }))
    await waitFor(() => expect(files).toHaveLength(1))
    const [head = '', line = ''] = (await files[0]!.text()).split('\r\n')
    const cells = line.split(',')
    const cell = (title: string) => cells[head.replace('\uFEFF', '').split(',').indexOf(title)]
    expect(['编号', 'GPU', 'GPU 数量', 'CPU（核）', '计费方式', '每小时（元）', '费用（元）'].map(cell)).toEqual([
      'gpu-2',
      'RTX 4090',
      '2',
      '28',
      '包日',
      '',
      '7.31',
    ])
  })

  it('keeps filters in the address and sends them in the words of the wire', async () => {
    const { lists } = serveInstances(rows())
    await openApp('/console/container-instance?keyword=训&status=7&charge_rule=hour&region_id=cn-north-1')
    await findTableRow('训练')
    expect(Object.fromEntries(lists[0] ?? [])).toMatchObject({
      keyword: '训',
      status: '7',
      charge_rule: 'hour',
      region_id: 'cn-north-1',
    })
    expect(screen.queryByText('评测')).not.toBeInTheDocument()
  })

  it('says in short of an image on its way how far it is, and that a try has failed', async () => {
    const pull = { percent: 42, done_bytes: null, total_bytes: null, last_error: null, retry_at: null }
    serveInstances([
      buildInstance({ id: 'gpu-1', nick_name: '正在下载', status: 0, pull }),
      buildInstance({ id: 'gpu-2', nick_name: '连不上', status: 0, pull: { ...pull, last_error: '镜像仓库暂时无法连接。' } }),
    ])
    await openApp('/console/container-instance')
    const row = await findTableRow('正在下载')
    expect(row).toHaveTextContent('拉取镜像 42%')
    expect(row).not.toHaveTextContent('失败')
    expect(within(row).getByRole('progressbar', { name: '镜像拉取进度' })).toHaveAttribute('aria-valuenow', '42')
    expect(await findTableRow('连不上')).toHaveTextContent('拉取镜像 42%失败，自动重试')
  })

  it('teaches a newcomer the next step', async () => {
    serveInstances([])
    await openApp('/console/container-instance')
    expect(await screen.findByText('还没有容器实例')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '去算力市场' }))
    await waitFor(() => expect(window.location.pathname).toBe('/market'))
  })

  it('draws cards on a phone', async () => {
    resizeWindow(390)
    serveInstances(rows())
    await openApp('/console/container-instance')
    const card = (await screen.findByRole('heading', { name: '训练' })).closest('li') as HTMLElement
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(card).toHaveTextContent('至今 ¥7.31')
    within(card).getByRole('button', { name: '开机 训练' })
  })

  it('follows the stream', async () => {
    const world = serveInstances(rows())
    const { push } = await openApp('/console/container-instance')
    await findTableRow('训练')
    world.rows = [buildInstance({ id: 'gpu-1', nick_name: '训练', status: 5 })]
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    expect(await screen.findByText('开机中')).toBeVisible()
  })
})

describe('product §4 In bulk', () => {
  it('acts on the rows that allow it and says what it will cost', async () => {
    const started: string[] = []
    mockCall(instances.bulk, ({ body }) => {
      if (body.action === 'start') started.push(...body.ids)
      return body.ids.map((id) => ({ id, ok: true, code: '0', message: '' }))
    })
    serveInstances(rows())
    await openApp('/console/container-instance')
    const bar = await selectAll()
    await userEvent.click(within(bar).getByRole('button', { name: '开机 2 台' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('从「运行中」开始按秒计费')
    expect(dialog).toHaveTextContent('每小时合计 ¥6.885')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^训练¥[\d.]+\/小时$/), expect.stringMatching(/^评测¥[\d.]+\/小时$/)])
    await userEvent.click(within(dialog).getByRole('button', { name: '开机' }))
    await waitFor(() => expect(started.sort()).toEqual(['gpu-1', 'gpu-3']))
    await waitFor(() => expect(toast.get().map(({ message }) => message)).toEqual(['正在开机 2 台']))
  })

  it('releases only after the tick, and says which row was refused and why', async () => {
    mockCall(instances.bulk, ({ body }) =>
      body.ids.map((id) =>
        id === 'gpu-3'
          ? { id, ok: false, code: resultCodes.action_not_allowed.code, message: '当前状态不能释放' }
          : { id, ok: true, code: '0', message: '' },
      ),
    )
    serveInstances(rows())
    await openApp('/console/container-instance')
    const bar = await selectAll()
    await userEvent.click(within(bar).getByRole('button', { name: '释放 2 台' }))
    const dialog = await screen.findByRole('dialog')
    const button = within(dialog).getByRole('button', { name: '释放' })
    expect(dialog).toHaveTextContent('系统盘和数据盘将被永久删除')
    expect(button).toBeDisabled()
    await userEvent.click(within(dialog).getByRole('checkbox'))
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await screen.findByText('评测：当前状态不能释放')
    expect(screen.getAllByText('正在释放 1 台，1 台没有成功')[0]).toBeInTheDocument()
  })

  it('says of an action that none of the selected allows why it is off, and no number', async () => {
    serveInstances([buildInstance({ id: 'gpu-1', nick_name: '训练', status: 7 })])
    await openApp('/console/container-instance')
    const off = within(await selectAll()).getByRole('button', { name: '关机' })
    expect(off).toBeDisabled()
    expect(off).toHaveAttribute('title', '选中的现在都不能关机')
  })
})
