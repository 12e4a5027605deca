import { useContext } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { StorageEntry } from '#contract/file-storage.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './EntryName.module.css'
import { isTextLike, toEntryIcon } from './file-kind.ts'
import { toFolderAddress } from './folder-address.ts'
import { PreviewContext } from './preview-context.ts'

/** A folder leads into itself, a text opens; anything else is only named. */
export function EntryName({ entry }: { entry: StorageEntry }) {
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
