import type { StorageStatistics } from '#contract/file-storage.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './MountNote.module.css'

/** Where the files stand in instances, or why they do not. */
export function MountNote({
  storage: { mount_path: mountPath, mountable, region_name: regionName },
}: {
  storage: StorageStatistics
}) {
  if (!mountable) {
    return (
      <p className={styles.note}>
        <Icon name="info" />
        <span>{regionName}的计算节点看不到文件存储，实例里没有这些文件；网页里的上传和下载不受影响。</span>
      </p>
    )
  }
  return (
    <p className={styles.note}>
      <Icon name="disk" />
      <span>
        {regionName}的实例里在 <CopyText text={mountPath} label="复制挂载路径" mono />
        ，可以读写；开通前已在运行的实例，重启后可见。
      </span>
    </p>
  )
}
