import { file_storage } from '#contract/file-storage.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { isTextLike, isZip } from './file-kind.ts'
import { entryOf } from './storageEntryResource.tsx'

/** What may be done to one file or folder, in the order of the row. */
export const entry_actions = [
  {
    name: 'download',
    label: '下载',
    icon: <Icon name="download" />,
    endpoint: file_storage.download_link,
    allowed: (row) => entryOf(row).kind === 'file',
    when_off: 'hidden',
  },
  { name: 'rename', label: '改名', icon: <Icon name="edit" />, endpoint: file_storage.move },
  { name: 'move', label: '移动', icon: <Icon name="move" />, endpoint: file_storage.move },
  {
    name: 'preview',
    label: '预览',
    icon: <Icon name="file" />,
    endpoint: file_storage.preview,
    allowed: (row) => isTextLike(entryOf(row)),
    when_off: 'hidden',
  },
  {
    name: 'extract',
    label: '解压',
    icon: <Icon name="archive" />,
    endpoint: file_storage.extract,
    allowed: (row) => isZip(entryOf(row)),
    when_off: 'hidden',
  },
  { name: 'remove', label: '删除', icon: <Icon name="trash" />, danger: true, endpoint: file_storage.remove },
] as const satisfies readonly RowAction<Row>[]

export type EntryAction = (typeof entry_actions)[number]['name']
