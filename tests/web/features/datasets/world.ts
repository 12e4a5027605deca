import { type CollectedDataset, type DatasetFileEntry, type DatasetPreview, datasets } from '#contract/community.ts'
import { type MyDatasetDetail, type MyDatasetVersion, myDatasets } from '#contract/my-datasets.ts'
import { buildDatasetDetail } from '#tests/web/site/community/entries.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const at = '2026-11-20T04:00:00.000Z'

const aFile = (path: string, sizeBytes = 120, kind = 'text/plain'): DatasetFileEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  folder: false,
  size_bytes: sizeBytes,
  file_count: 1,
  kind,
  sha256: 'a'.repeat(64),
})
const aFolder = (path: string, fileCount: number): DatasetFileEntry => ({
  ...aFile(path, 2048),
  folder: true,
  file_count: fileCount,
  kind: null,
  sha256: null,
})

/** Files of a version: a folder in a folder, a table, a picture and something nobody can look at. */
const levels: Readonly<Record<string, DatasetFileEntry[]>> = {
  '': [aFolder('batches', 3), aFile('iris.csv'), aFile('cat.png', 900, 'image/png'), aFile('weights.bin', 5000)],
  batches: [aFolder('batches/deep', 1), aFile('batches/readme.txt')],
  'batches/deep': [aFile('batches/deep/数据 1.txt')],
}

const none = { text: null, image: null, truncated: false, why_not: null } as const
const previews: Readonly<Record<string, Partial<DatasetPreview>>> = {
  'iris.csv': { shown: 'text', text: 'name,"note"\n山鸢尾,"<script>alert(1)</script>"\n', kind: 'text/plain' },
  'cat.png': { shown: 'image', image: 'data:image/webp;base64,UklGRg==', kind: 'image/png' },
  'weights.bin': { shown: 'none', why_not: '二进制文件不能预览' },
  'batches/deep/数据 1.txt': { shown: 'text', text: '第一行', truncated: true, size_bytes: 2_097_152 },
}

/** A server of these files; which folders it was asked for. */
export function serveDatasetFiles() {
  const asked: string[] = []
  mockCall(datasets.file_list, ({ query }) => {
    asked.push(query.path)
    const items = levels[query.path] ?? []
    return { items, total: items.length }
  })
  mockCall(datasets.preview, ({ query: { path } }) => {
    const known = previews[path]
    if (!known) throw new RefusedError('not_found')
    return { path, size_bytes: 120, kind: 'text/plain', shown: 'none' as const, ...none, ...known }
  })
  return asked
}

export const servePublicDatasets = () => {
  mockCall(datasets.get, ({ params }) => buildDatasetDetail(params.id))
  mockCall(datasets.types, () => [{ id: 'image', name: '图像', count: 1 }])
  mockCall(datasets.tags, () => [{ name: '分类', count: 1 }])
}

export const buildCollectedDataset = (change: Partial<CollectedDataset> = {}): CollectedDataset => ({
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

export const buildMyDatasetVersion = (change: Partial<MyDatasetVersion> = {}): MyDatasetVersion => ({
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

export const buildMyDataset = (
  versions: MyDatasetVersion[] = [buildMyDatasetVersion()],
  change: Partial<MyDatasetDetail> = {},
): MyDatasetDetail => ({
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
  ever_published: versions.some(({ published_at: publishedAt }) => publishedAt !== null),
  versions,
  size_bytes: 4600,
  file_count: 2,
  stars: 0,
  uses: 0,
  created_at: at,
  ...change,
})

/** A server of one data set of one's own, as it is now. */
export function serveMyDataset(present: () => MyDatasetDetail) {
  mockCall(myDatasets.get, () => present())
  mockCall(myDatasets.list, () => ({ items: [{ ...present(), versions: present().versions.length }], total: 1 }))
  mockCall(datasets.types, () => [{ id: 'table', name: '表格', count: 1 }])
}
