import type { StorageStatistics } from '#contract/file-storage.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './StorageQuotaBar.module.css'

const percent = (part: number, whole: number) => (whole > 0 ? Math.min(100, (part / whole) * 100) : 100)
/** From here on one should think of it. */
const nearly_full = 90

/** How much of the space is used, in a bar and in words. */
export function Quota({ storage: { used_bytes, reserved_bytes, quota_bytes, file_count } }: { storage: StorageStatistics }) {
  const taken = used_bytes + reserved_bytes
  const full = percent(taken, quota_bytes)
  const words = `已用 ${formatBytes(used_bytes)} / ${formatBytes(quota_bytes)}`
  return (
    <div className={styles.quota} data-full={full >= nearly_full}>
      <p className={styles.words}>
        <strong>{words}</strong>
        {reserved_bytes > 0 && <span>未完成的上传和解压预留 {formatBytes(reserved_bytes)}</span>}
        <span>{file_count} 个文件</span>
      </p>
      <div className={styles.track} aria-hidden>
        <div className={styles.used} data-some={used_bytes > 0} style={{ inlineSize: `${percent(used_bytes, quota_bytes)}%` }} />
        <div className={styles.reserved} style={{ inlineSize: `${percent(reserved_bytes, quota_bytes)}%` }} />
      </div>
      {full >= nearly_full && (
        <p className={styles.hint}>
          {full >= 100 ? '空间已用完，不能再上传或解压。' : '空间快用完了。'}请删除不用的文件，或联系客服增加配额。
        </p>
      )}
    </div>
  )
}
