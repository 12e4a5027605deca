import type { ChosenDataset } from '#src/features/datasets/shared.ts'
import styles from './MountSummary.module.css'

/** Mount paths of the selected data sets. */
export function MountSummary({ chosen }: { chosen: readonly ChosenDataset[] }) {
  if (!chosen.length) return null
  return (
    <dl className={styles.mounts}>
      <dt>只读挂载</dt>
      {chosen.map(({ version_id: versionId, name, mount_path: mountPath }) => (
        <dd key={versionId} title={name}>
          {mountPath}
        </dd>
      ))}
    </dl>
  )
}
