import { type CollectedDataSet, type DataSetEntry, type DataSetPreview, data_sets } from '#contract/community.ts'
import { type MyDataSetDetail, type MyDataSetVersion, my_data_sets } from '#contract/my-datasets.ts'
import { aDataSetDetail } from '#tests/web/site/community/entries.ts'
import { on, Refused } from '#tests/web/support/wire.ts'

const at = '2026-11-20T04:00:00.000Z'

const aFile = (path: string, size_bytes = 120, kind = 'text/plain'): DataSetEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  folder: false,
  size_bytes,
  file_count: 1,
  kind,
  sha256: 'a'.repeat(64),
})
const aFolder = (path: string, file_count: number): DataSetEntry => ({
  ...aFile(path, 2048),
  folder: true,
  file_count,
  kind: null,
  sha256: null,
})

/** Files of a version: a folder in a folder, a table, a picture and something nobody can look at. */
const levels: Readonly<Record<string, DataSetEntry[]>> = {
  '': [aFolder('batches', 3), aFile('iris.csv'), aFile('cat.png', 900, 'image/png'), aFile('weights.bin', 5000)],
  batches: [aFolder('batches/deep', 1), aFile('batches/readme.txt')],
  'batches/deep': [aFile('batches/deep/数据 1.txt')],
}

const none = { text: null, image: null, truncated: false, why_not: null } as const
const previews: Readonly<Record<string, Partial<DataSetPreview>>> = {
  'iris.csv': { shown: 'text', text: 'name,"note"\n山鸢尾,"<script>alert(1)</script>"\n', kind: 'text/plain' },
  'cat.png': { shown: 'image', image: 'data:image/webp;base64,UklGRg==', kind: 'image/png' },
  'weights.bin': { shown: 'none', why_not: '二进制文件不能预览' },
  'batches/deep/数据 1.txt': { shown: 'text', text: '第一行', truncated: true, size_bytes: 2_097_152 },
}

/** A server of these files; which folders it was asked for. */
export function serveFiles() {
  const asked: string[] = []
  on(data_sets.file_list, ({ query }) => {
    asked.push(query.path)
    const items = levels[query.path] ?? []
    return { items, total: items.length }
  })
  on(data_sets.preview, ({ query: { path } }) => {
    const known = previews[path]
    if (!known) throw new Refused('not_found')
    return { path, size_bytes: 120, kind: 'text/plain', shown: 'none' as const, ...none, ...known }
  })
  return asked
}

export const servePublic = () => {
  on(data_sets.get, ({ params }) => aDataSetDetail(params.id))
  on(data_sets.types, () => [{ id: 'image', name: '图像', count: 1 }])
  on(data_sets.tags, () => [{ name: '分类', count: 1 }])
}

export const aCollected = (change: Partial<CollectedDataSet> = {}): CollectedDataSet => ({
  id: 'set-kept',
  name: '手写数字',
  summary: '0 到 9',
  type: { id: 'image', name: '图像' },
  tags: [],
  author: { id: 'author-chen', nickname: '陈砚', is_creator: true },
  newest: { version: '1.0', size_bytes: 2048, file_count: 4, published_at: at },
  stars: 2,
  collected_at: at,
  ...change,
})

export const aVersion = (change: Partial<MyDataSetVersion> = {}): MyDataSetVersion => ({
  id: 'version-1',
  data_set_id: 'set-own',
  version: '1.0',
  licence: 'CC-BY-4.0',
  readme: '## 内容',
  state: 'pending',
  reason: null,
  offline_by: null,
  progress: null,
  source: { region_id: 'north', region_name: '华北一区', path: '鸢尾花' },
  has_files: true,
  size_bytes: 4600,
  file_count: 2,
  mount_path: '/datasets/iris/1.0',
  uses: 0,
  submitted_at: at,
  published_at: null,
  ...change,
})

export const mine = (versions: MyDataSetVersion[] = [aVersion()], change: Partial<MyDataSetDetail> = {}): MyDataSetDetail => ({
  id: 'set-own',
  slug: 'iris',
  name: '鸢尾花',
  summary: '三种鸢尾的花萼与花瓣',
  type: { id: 'table', name: '表格' },
  tags: ['分类'],
  original: false,
  version: versions[0]?.version ?? '1.0',
  state: versions[0]?.state ?? 'pending',
  public: versions.some(({ state }) => state === 'published'),
  ever_published: versions.some(({ published_at }) => published_at !== null),
  versions,
  size_bytes: 4600,
  file_count: 2,
  stars: 0,
  uses: 0,
  created_at: at,
  ...change,
})

/** A server of one data set of one's own, as it is now. */
export function serveMine(present: () => MyDataSetDetail) {
  on(my_data_sets.get, () => present())
  on(my_data_sets.list, () => ({ items: [{ ...present(), versions: present().versions.length }], total: 1 }))
  on(data_sets.types, () => [{ id: 'table', name: '表格', count: 1 }])
}
