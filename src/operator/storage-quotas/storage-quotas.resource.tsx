import { operatorStorage } from '#contract/operator/storage.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { loadRegionOptions } from '#src/features/instances/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { PersonLink } from '#src/operator/shared/person-column.tsx'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'

/** Storage used and quota, per user and region (product §10). */
export default defineResource({
  name: 'operator-storage-quotas',
  label: '存储配额',
  meaning: '按完整手机号、UUID 或昵称查找，也会列出这个用户还没有用过的地域。文件内容运营人员看不到。',
  path: operatorPaths.storageQuotas,
  nav: { section: 'users', order: 20 },
  api: { list: operatorStorage.list },
  title: (storage) => `${storage.nickname} · ${storage.region_name}`,
  columns: [
    {
      field: 'nickname',
      title: '用户',
      render: ({ user_id: id, nickname }) => <PersonLink person={{ id, nickname }} />,
      text: ({ nickname }) => nickname,
      below: (storage) => <CellSubline>{storage.phone}</CellSubline>,
    },
    { field: 'region_name', title: '地域' },
    { field: 'used_bytes', title: '已用', type: 'bytes' },
    {
      field: 'reserved_bytes',
      title: '预留',
      type: 'bytes',
      value: ({ reserved_bytes: reservedBytes }) => reservedBytes || null,
    },
    {
      field: 'quota_bytes',
      title: '配额',
      render: (storage) => `${formatBytes(storage.quota_bytes)}${storage.default_quota ? '（默认）' : ''}`,
      text: (storage) => String(storage.quota_bytes),
      align: 'end',
    },
    { field: 'file_count', title: '文件数', type: 'count' },
    { field: 'quota_reason', title: '配额原因' },
    { field: 'measured_at', title: '核对时间', type: 'time' },
  ],
  filters: { region_id: { label: '地域', options: loadRegionOptions } },
  search: '完整手机号、UUID 或昵称',
  actions: [{ name: 'set_quota', label: '设置配额', dialog: () => import('./StorageQuotaDialog.tsx') }],
  empty: { title: '还没有人存放文件', hint: '用户上传第一个文件后会出现在这里；也可以按手机号查找后先设置配额。', action: null },
})
