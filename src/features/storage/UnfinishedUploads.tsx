import { Button } from 'antd'
import { useRef, useState } from 'react'
import { fileStorage, type StorageUpload } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { addUploads, isSameFile, uploads } from '#src/features/uploads/shared.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { rootFolderName } from './storage-path.ts'
import { useUnfinishedUploads } from './storage-queries.ts'
import styles from './UnfinishedUploads.module.css'

function Upload({ upload }: { upload: StorageUpload }) {
  const { id, region_id: regionId, folder, name, size_bytes: sizeBytes, offset, expires_at: expiresAt } = upload
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const ask = useConfirmDialogs()
  const { run, pending } = useAction(fileStorage.cancel_upload, { failed: '放弃失败，请重试' })
  const goOn = (file: File | undefined) => {
    if (!file) return
    if (!isSameFile(upload, file)) return setWrong(true)
    setWrong(false)
    addUploads([{ region_id: regionId, folder, name, file, unfinished: upload }])
  }
  const giveUp = () =>
    void ask.confirm({
      title: `放弃上传「${name}」`,
      content: `已传的 ${formatBytes(offset)} 会被清除，预留的空间随之释放；你电脑上的文件不受影响。`,
      okText: '放弃上传',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => run({ params: { id } }),
    })
  return (
    <SettingRow
      title={name}
      action={
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={`选择 ${name} 继续上传`}
            onChange={({ target }) => {
              goOn(target.files?.[0])
              target.value = ''
            }}
          />
          <Button type="text" loading={pending} aria-label={`放弃上传 ${name}`} onClick={giveUp}>
            放弃
          </Button>
          <Button type="primary" aria-label={`继续上传 ${name}`} onClick={() => input.current?.click()}>
            选择文件继续
          </Button>
        </>
      }
    >
      已传 {formatBytes(offset)} / {formatBytes(sizeBytes)}，到「{folder || rootFolderName}」，保留到 <TimeText at={expiresAt} />
      {wrong && (
        <p className={styles.wrong} role="alert">
          所选文件的名称或大小与「{name}」不同，请选择原来的文件，或放弃后重新上传。
        </p>
      )}
    </SettingRow>
  )
}

/** Uploads started before this page was opened, or elsewhere; the user must select the files again. */
export function UnfinishedUploads({ region_id: regionId }: { region_id: string }) {
  const { data = [] } = useUnfinishedUploads(regionId)
  const held = useStore(uploads).map(({ uploadId }) => uploadId)
  const others = data.filter(({ id }) => !held.includes(id))
  if (!others.length) return null
  return (
    <PagePanel title={`未完成的上传 ${others.length} 个`}>
      <p className={styles.hint}>选择同一个文件，就从断开的地方接着传。</p>
      <SettingRows>
        {others.map((upload) => (
          <Upload key={upload.id} upload={upload} />
        ))}
      </SettingRows>
    </PagePanel>
  )
}
