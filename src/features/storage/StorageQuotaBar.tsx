import type { StorageStatistics } from '#contract/file-storage.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './StorageQuotaBar.module.css'

const computePercent = (part: number, whole: number) => (whole > 0 ? Math.min(100, (part / whole) * 100) : 100)
/** From here on one should think of it. */
const nearlyFull = 90

/** How much of the space is used, in a bar and in words. */
export function StorageQuotaBar({
  storage: { used_bytes: usedBytes, reserved_bytes: reservedBytes, quota_bytes: quotaBytes, file_count: fileCount },
}: {
  storage: StorageStatistics
}) {
  const taken = usedBytes + reservedBytes
  const full = computePercent(taken, quotaBytes)
  const words = `已用 ${formatBytes(usedBytes)} / ${formatBytes(quotaBytes)}`
  return (
    <div className={styles.quota} data-full={full >= nearlyFull}>
      <p className={styles.words}>
        <strong>{words}</strong>
        {reservedBytes > 0 && <span>未完成的上传和解压预留 {formatBytes(reservedBytes)}</span>}
        <span>{fileCount} 个文件</span>
      </p>
      <div className={styles.track} aria-hidden>
        <div
          className={styles.used}
          data-some={usedBytes > 0}
          style={{ inlineSize: `${computePercent(usedBytes, quotaBytes)}%` }}
        />
        <div className={styles.reserved} style={{ inlineSize: `${computePercent(reservedBytes, quotaBytes)}%` }} />
      </div>
      {full >= nearlyFull && (
        <p className={styles.hint}>
          {full >= 100 ? '空间已用完，不能再上传或解压。' : '空间快用完了。'}请删除不用的文件，或联系客服增加配额。
        </p>
      )}
    </div>
  )
}
