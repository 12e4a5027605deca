import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fileStorage, type StorageTask } from '#contract/file-storage.ts'
import '#src/features/storage/FileStorage.tsx'
import '#src/features/storage/MoveDialog.tsx'
import '#src/features/storage/NewFolderDialog.tsx'
import '#src/features/storage/StoragePreviewDialog.tsx'
import '#src/features/storage/RenameDialog.tsx'
import '#src/features/uploads/UploadDock.tsx'
import { cancelUploadItem } from '#src/features/uploads/upload-queue.ts'
import { setUploads, uploads } from '#src/features/uploads/upload-store.ts'
import { resizeWindow } from '#tests/web/support/browser.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { stubBrowserFiles } from './files.ts'
import {
  buildStorageFile,
  buildStorageFolder,
  buildStorageRegion,
  buildStorageUpload,
  type StorageServerState,
  serveStorage,
  stubHashWorker,
} from './storage.ts'

stubBrowserFiles()
stubHashWorker()

const page = '/console/file-storage'
const dialog = () => screen.findByRole('dialog')
const row = (path: string) => document.querySelector<HTMLElement>(`[data-row="${path}"]`)!
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')].map((line) => line.dataset.row)
const address = () => new URLSearchParams(window.location.search)
const outcome = (path: string, change: object = {}) => ({ path, ok: true, to: path, code: '0', message: '', ...change })

let world: StorageServerState
beforeEach(() => {
  world = serveStorage([
    buildStorageFile('读我.md', { type: 'text/markdown' }),
    buildStorageFolder('数据'),
    buildStorageFile('数据/训练.csv', { type: 'text/csv' }),
    buildStorageFile('代码.zip', { type: 'application/zip', size_bytes: 2 * 1024 * 1024 }),
  ])
})
afterEach(async () => {
  for (const { key } of uploads.get()) await cancelUploadItem(key)
  setUploads([])
})

/** Presses an action of a row, wherever it stands. */
async function act(path: string, action: string): Promise<void> {
  await screen.findByRole('button', { name: `更多操作 ${path}` })
  const atHand = within(row(path)).queryByRole('button', { name: `${action} ${path}` })
  if (atHand) return userEvent.click(atHand)
  await userEvent.click(within(row(path)).getByRole('button', { name: `更多操作 ${path}` }))
  await userEvent.click(await screen.findByText(action, { selector: '[role=menu] *' }))
}

describe('product §7 File storage: what is there', () => {
  it('says how much is used, how much is promised, and where instances find it', async () => {
    world.regions[0] = buildStorageRegion({ reserved_bytes: 512 * 1024 * 1024 })
    await openApp(page)
    expect(await screen.findByText('已用 3 GB / 20 GB')).toBeInTheDocument()
    expect(screen.getByText('未完成的上传预留 512 MB')).toBeInTheDocument()
    expect(screen.getByText('/storage')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '复制挂载路径' })).toBeInTheDocument()
  })

  it('says what kind of files take the space, what came since they were counted, and what is left', async () => {
    const gb = 1_073_741_824
    world.regions[0] = buildStorageRegion({ bytes_by_type: { model: 2 * gb, archive: gb / 2 } })
    await openApp(page)
    const bar = await screen.findByRole('img', { name: /^已用 3 GB/ })
    expect(bar).toHaveAccessibleName('已用 3 GB / 20 GB，模型与权重 2 GB，压缩包 512 MB，新写入 512 MB')
    expect(screen.getByText('还可用 17 GB')).toBeInTheDocument()
    expect(screen.getByText(/按扩展名归类，统计于/)).toBeInTheDocument()
  })

  it('says so where instances cannot see it, and when it is full', async () => {
    world.regions[0] = buildStorageRegion({ mountable: false, used_bytes: 20 * 1_073_741_824 })
    await openApp(page)
    expect(await screen.findByText(/计算节点看不到文件存储/)).toBeInTheDocument()
    expect(screen.getByText(/空间已用完/)).toBeInTheDocument()
  })

  it('puts region and folder into the address, and Back leaves the folder', async () => {
    world.regions.push(buildStorageRegion({ region_id: 'east', region_name: '华东一区' }))
    await openApp(page)
    await userEvent.click(await screen.findByText('数据', { selector: 'main a' }))
    await waitFor(() => expect(rows()).toEqual(['数据/训练.csv']))
    expect(address().get('path')).toBe('数据')
    window.history.back()
    await waitFor(() => expect(rows()).toContain('读我.md'))
    await userEvent.click(screen.getByText('华东一区')) // the label; the radio in it takes the keyboard
    await waitFor(() => expect(address().get('region_id')).toBe('east'))
    await waitFor(() => expect(world.lists.at(-1)?.get('region_id')).toBe('east'))
  })

  it('opens where the address says, with the way back', async () => {
    await openApp(`${page}?path=${encodeURIComponent('数据')}`)
    const trail = await screen.findByRole('navigation', { name: '所在文件夹' })
    expect(trail).toHaveTextContent('全部文件数据')
    await waitFor(() => expect(rows()).toEqual(['数据/训练.csv']))
    await userEvent.click(within(trail).getByRole('link', { name: '全部文件' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('says that a folder is gone and leads out of it', async () => {
    await openApp(`${page}?path=gone`)
    expect(await screen.findByText(/文件夹不存在或已被删除/)).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('link', { name: '回到最上层' }))
    await waitFor(() => expect(rows()).toHaveLength(3))
  })

  it('asks the server for order and search, and says when nothing matches', async () => {
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '大小' }))
    await waitFor(() => expect(world.lists.at(-1)?.get('sort')).toBe('size_bytes'))
    await userEvent.type(screen.getByRole('searchbox', { name: '在这个文件夹里搜索' }), '没有的{Enter}')
    expect(await screen.findByText('这个文件夹里没有名称含「没有的」的文件')).toBeInTheDocument()
  })

  it('teaches the first step where there is nothing', async () => {
    world.entries = []
    await openApp(page)
    expect(await screen.findByText('还没有文件')).toBeInTheDocument()
    expect(screen.getByText(/拖到这里上传/)).toBeInTheDocument()
  })

  it('is a list of cards on a phone', async () => {
    resizeWindow(390)
    await openApp(page)
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(screen.queryByRole('table')).toBeNull()
    expect(row('读我.md')).toHaveTextContent('2 KB')
  })

  it('shows names as they are written, and runs nothing of them', async () => {
    const name = '<img src=x onerror=alert(1)>.txt'
    world.entries = [buildStorageFile(name)]
    await openApp(page)
    expect(await screen.findByText(name)).toBeInTheDocument()
    expect(document.querySelector('main img')).toBeNull()
  })
})

describe('product §7 File storage: what may be done', () => {
  it('makes a folder in the one that is open, and refuses names that no system keeps', async () => {
    const made = vi.fn()
    mockCall(fileStorage.create_folder, ({ body }) => {
      made(body)
      return buildStorageFolder(`${body.folder}/${body.name}`)
    })
    await openApp(`${page}?path=${encodeURIComponent('数据')}`)
    await userEvent.click(await screen.findByRole('button', { name: '新建文件夹' }))
    const name = within(await dialog()).getByRole('textbox', { name: '名称' })
    await userEvent.type(name, 'a/b{Enter}')
    expect(await screen.findByText('名称不能包含 / 或 \\')).toBeInTheDocument()
    await userEvent.clear(name)
    await userEvent.type(name, '验证集 ✅{Enter}')
    await waitFor(() => expect(made).toHaveBeenCalledWith({ region_id: 'north', folder: '数据', name: '验证集 ✅' }))
  })

  it('renames, and shows a refusal at the name', async () => {
    let taken = true
    mockCall(fileStorage.move, ({ body }) => {
      expect(body).toMatchObject({ paths: ['读我.md'], folder: '' })
      if (taken) return [outcome('读我.md', { ok: false, to: null, code: '00400053', message: '已有同名的文件或文件夹' })]
      return [outcome('读我.md')]
    })
    await openApp(page)
    await act('读我.md', '改名')
    const name = within(await dialog()).getByRole('textbox', { name: '名称' })
    expect(name).toHaveValue('读我.md')
    await userEvent.clear(name)
    await userEvent.type(name, '说明.md{Enter}')
    expect(await screen.findByText('已有同名的文件或文件夹')).toBeInTheDocument()
    taken = false
    await userEvent.type(name, '{Enter}')
    expect(await screen.findByText('已改名')).toBeInTheDocument()
  })

  it('moves what is selected to a folder that is looked for, and asks where a name is taken', async () => {
    const asked: unknown[] = []
    mockCall(fileStorage.move, ({ body }) => {
      asked.push(body)
      return body.paths.map((path) =>
        body.when_taken === 'refuse' && path === '读我.md'
          ? outcome(path, { ok: false, to: null, code: '00400053', message: '已有同名的文件或文件夹' })
          : outcome(path),
      )
    })
    await openApp(page)
    await userEvent.click(await screen.findByRole('checkbox', { name: '选择 读我.md' }))
    await userEvent.click(screen.getByRole('checkbox', { name: '选择 代码.zip' }))
    await userEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '移动' }))
    const picker = await dialog()
    expect(within(picker).getByRole('button', { name: '移动到「全部文件」' })).toBeDisabled()
    await userEvent.click(await within(picker).findByRole('button', { name: '数据' }))
    await userEvent.click(within(picker).getByRole('button', { name: '移动到「数据」' }))
    await userEvent.click(await screen.findByRole('button', { name: '保留两份' }))
    expect(await screen.findByText('已移动 2 项')).toBeInTheDocument()
    expect(asked).toMatchObject([
      { folder: '数据', paths: ['代码.zip', '读我.md'], when_taken: 'refuse' },
      { folder: '数据', paths: ['读我.md'], when_taken: 'rename' },
    ])
  })

  it('deletes only after saying that it is for good, and tells what was not deleted and why', async () => {
    mockCall(fileStorage.remove, ({ body }) =>
      body.paths.map((path) => (path === '数据' ? outcome(path, { ok: false, message: '平台不能读写' }) : outcome(path))),
    )
    await openApp(page)
    await userEvent.click(await screen.findByRole('checkbox', { name: '选择本页全部' }))
    await userEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '删除' }))
    const question = await dialog()
    expect(question).toHaveTextContent('永久删除，不能恢复')
    expect(question).toHaveTextContent('账单没有变化')
    await userEvent.click(within(question).getByRole('button', { name: '删除' }))
    expect(await screen.findAllByText('已删除 2 项，1 项没有成功')).not.toHaveLength(0)
    expect(screen.getByText('数据：平台不能读写')).toBeInTheDocument()
  })

  it('shows the beginning of a text as it is', async () => {
    mockCall(fileStorage.preview, () => ({ text: '<b>你好</b>', truncated: true, size_bytes: 200_000 }))
    await openApp(page)
    await userEvent.click(await screen.findByRole('button', { name: '读我.md' }))
    const shown = await dialog()
    expect(await within(shown).findByText('<b>你好</b>')).toBeInTheDocument()
    expect(shown).toHaveTextContent('只显示前 64 KB')
  })

  it('lets the browser save by the signed address, with nothing held in memory', async () => {
    const opened: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      opened.push(this.href)
    })
    mockCall(fileStorage.download_link, ({ body }) => ({
      url: `${fileStorage.download.path}?ticket=${encodeURIComponent(body.path)}`,
      expires_at: '2026-11-21T06:10:00.000Z',
    }))
    await openApp(page)
    await act('代码.zip', '下载')
    await waitFor(() => expect(opened).toHaveLength(1))
    expect(new URL(opened[0]!).searchParams.get('ticket')).toBe('代码.zip')
  })

  it('unpacks an archive after saying what will be there, and shows how far it is', async () => {
    const task: StorageTask = {
      id: 'task-1',
      region_id: 'north',
      path: '代码.zip',
      folder: '',
      result_path: null,
      state: 'running',
      percent: 40,
      error: null,
      created_at: new Date().toISOString(),
      ended_at: null,
    }
    mockCall(fileStorage.extract, ({ body }) => {
      expect(body).toEqual({ region_id: 'north', path: '代码.zip', folder: '' })
      world.tasks.push(task)
      return task
    })
    mockCall(fileStorage.cancel_task, () => {
      world.tasks[0] = { ...task, state: 'cancelled', ended_at: new Date().toISOString() }
      return world.tasks[0]
    })
    await openApp(page)
    await act('代码.zip', '解压')
    expect(await dialog()).toHaveTextContent('要么全部解压，要么什么也不留下')
    await userEvent.click(within(await dialog()).getByRole('button', { name: '解压' }))
    expect(await screen.findByRole('progressbar', { name: '代码.zip 的解压进度' })).toHaveAttribute('aria-valuenow', '40')
    await userEvent.click(screen.getByRole('button', { name: '取消解压 代码.zip' }))
    expect(await screen.findByText('已取消')).toBeInTheDocument()
  })
})

describe('product §7 File storage: uploads', () => {
  const choose = (...files: File[]) => {
    const input = screen.getByLabelText<HTMLInputElement>('选择文件')
    Object.defineProperty(input, 'files', { configurable: true, value: files })
    Object.defineProperty(input, 'value', { configurable: true, writable: true, value: '' })
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }

  it('shows the queue, says milestones aloud, and lists the file when it is there', async () => {
    await openApp(page)
    await screen.findByRole('button', { name: '上传文件' })
    choose(new File(['0123456789'], '新 🚀.txt'))
    const dock = await screen.findByRole('region', { name: '上传' })
    expect(await within(dock).findByText('1 个文件已上传')).toBeInTheDocument()
    expect(within(dock).getByRole('status')).toHaveTextContent('1 个已完成')
    await waitFor(() => expect(rows()).toContain('新 🚀.txt'))
    await userEvent.click(within(dock).getByRole('button', { name: '清除已完成' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: '上传' })).toBeNull())
  })

  it('asks what to do about names that are taken, once for all of them', async () => {
    await openApp(page)
    await screen.findByRole('button', { name: '上传文件' })
    choose(new File(['1'], '读我.md'), new File(['2'], '代码.zip'))
    const dock = await screen.findByRole('region', { name: '上传' })
    await waitFor(() => expect(within(dock).getAllByText('目标文件夹里已有同名的文件')).toHaveLength(2))
    await userEvent.click(await screen.findByRole('checkbox', { name: '其余 1 个同名的也这样处理' }))
    await userEvent.click(screen.getByRole('button', { name: '覆盖' }))
    expect(await within(dock).findByText('2 个文件已上传')).toBeInTheDocument()
    expect(world.entries.find(({ path }) => path === '读我.md')?.size_bytes).toBe(1)
  })

  it('lists what was begun before the reload and goes on when given the same file, by whatever way', async () => {
    world.uploads = [
      buildStorageUpload('up-5', { name: '大.bin', size_bytes: 10, offset: 4 }),
      buildStorageUpload('up-6', { name: '另.bin', size_bytes: 99, offset: 7 }),
    ]
    world.tus.received.set('up-5', new TextEncoder().encode('0123'))
    await openApp(page)
    expect(await screen.findByText('未完成的上传 2 个')).toBeInTheDocument()
    choose(new File(['0123456789'], '大.bin'))
    await waitFor(() => expect(rows()).toContain('大.bin'))
    expect(world.tus.asked).toEqual(['HEAD up-5', 'PATCH up-5 4'])
    expect(await screen.findByText('未完成的上传 1 个')).toBeInTheDocument()
  })

  it('does not take another file for the rest of one, and gives an upload up when told to', async () => {
    world.uploads = [buildStorageUpload('up-6', { name: '另.bin', size_bytes: 99, offset: 7 })]
    await openApp(page)
    const input = await screen.findByLabelText<HTMLInputElement>('选择 另.bin 继续上传')
    Object.defineProperty(input, 'files', { configurable: true, value: [new File(['1'], '另.bin')] })
    Object.defineProperty(input, 'value', { configurable: true, writable: true, value: '' })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    expect(await screen.findByText(/名称或大小与「另.bin」不同/)).toBeInTheDocument()
    expect(world.tus.asked).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '放弃上传 另.bin' }))
    await userEvent.click(within(await dialog()).getByRole('button', { name: '放弃上传' }))
    await waitFor(() => expect(screen.queryByText(/未完成的上传/)).toBeNull())
  })

  it('says why the list did not load, and tries again', async () => {
    mockCall(fileStorage.statistics, () => {
      throw new RefusedError('forbidden')
    })
    await openApp(page)
    expect(await screen.findByText('文件存储加载失败')).toBeInTheDocument()
    mockCall(fileStorage.statistics, () => world.regions)
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('已用 3 GB / 20 GB')).toBeInTheDocument()
  })
})
