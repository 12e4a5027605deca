import { fileStorage } from '#contract/file-storage.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { isTextLike, isZip } from './file-kind.ts'
import { toStorageEntry } from './storageEntryResource.tsx'

/** What may be done to one file or folder, in the order of the row. */
export const entryActions = [
  {
    name: 'download',
    label: '下载',
    icon: <Icon name="download" />,
    endpoint: fileStorage.download_link,
    allowed: (row) => toStorageEntry(row).kind === 'file',
    whenOff: 'hidden',
  },
  { name: 'rename', label: '改名', icon: <Icon name="edit" />, endpoint: fileStorage.move },
  { name: 'move', label: '移动', icon: <Icon name="move" />, endpoint: fileStorage.move },
  {
    name: 'preview',
    label: '预览',
    icon: <Icon name="file" />,
    endpoint: fileStorage.preview,
    allowed: (row) => isTextLike(toStorageEntry(row)),
    whenOff: 'hidden',
  },
  {
    name: 'extract',
    label: '解压',
    icon: <Icon name="archive" />,
    endpoint: fileStorage.extract,
    allowed: (row) => isZip(toStorageEntry(row)),
    whenOff: 'hidden',
  },
  { name: 'remove', label: '删除', icon: <Icon name="trash" />, danger: true, endpoint: fileStorage.remove },
] as const satisfies readonly RowAction<Row>[]

export type EntryAction = (typeof entryActions)[number]['name']
