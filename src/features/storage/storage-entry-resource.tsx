import { useContext } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import type { Resource } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { paths } from '#src/paths.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { isTextLike, toEntryIcon } from './file-kind.ts'
import { toFolderAddress } from './folder-address.ts'
import { PreviewContext } from './preview-context.ts'
import styles from './storage-entry-resource.module.css'

/** Name of an entry: a folder links to its content, a text file opens its preview, others are plain text. */
function EntryName({ entry }: { entry: StorageEntry }) {
  const [search] = useSearchParams()
  const preview = useContext(PreviewContext)
  const { name, path, kind } = entry
  return (
    <span className={styles.entry} data-kind={kind}>
      <Icon name={toEntryIcon(entry)} label={kind === 'folder' ? '文件夹' : '文件'} />
      {kind === 'folder' && <Link to={toFolderAddress(search, path)}>{name}</Link>}
      {kind === 'file' && isTextLike(entry) && (
        <button type="button" title={`预览 ${name}`} onClick={() => preview(entry)}>
          {name}
        </button>
      )}
      {kind === 'file' && !isTextLike(entry) && <span>{name}</span>}
    </span>
  )
}

/** A file or folder as a card on a phone. */
function StorageEntryCard({ entry }: { entry: StorageEntry }) {
  const { kind, size_bytes: sizeBytes, changed_at: changedAt } = entry
  return (
    <div className={styles.card}>
      <EntryName entry={entry} />
      <p>
        {kind === 'file' && <>{formatBytes(sizeBytes)} · </>}
        <TimeText at={changedAt} />
      </p>
    </div>
  )
}

/** Converts an entry to a list row; its path serves as the id. */
export const toEntryRow = (entry: StorageEntry): Row => ({ ...entry, id: entry.path })
export const toStorageEntry = (row: Row): StorageEntry => row as unknown as StorageEntry

const formatEntrySize = ({ kind, size_bytes: sizeBytes }: StorageEntry): string =>
  kind === 'folder' ? '—' : formatBytes(sizeBytes)

/**
 * Resource definition that the console's table, cards and address need for the files of a folder. It is not a registered
 * resource: entries have no page or form, and belong to a region and folder, which are in the address like filters.
 */
export const storageEntryResource: Resource = {
  name: 'storage-entries',
  label: '文件',
  path: paths.fileStorage,
  api: { list: fileStorage.list as Endpoint },
  title: (row) => toStorageEntry(row).name,
  columns: [
    {
      field: 'name',
      title: '名称',
      render: (row) => <EntryName entry={toStorageEntry(row)} />,
      text: (row) => toStorageEntry(row).name,
    },
    { field: 'size_bytes', title: '大小', text: (row) => formatEntrySize(toStorageEntry(row)), align: 'end' },
    { field: 'changed_at', title: '修改时间', type: 'time' },
  ],
  card: (row) => <StorageEntryCard entry={toStorageEntry(row)} />,
  filters: { region_id: { label: '地域', options: {} }, path: { label: '文件夹', options: {} } },
}
