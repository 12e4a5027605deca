import type { Chosen } from '#src/features/datasets/choice/chosen-dataset.ts'
import styles from './MountSummary.module.css'

/** Where the chosen data sets will be found. */
export function MountSummary({ chosen }: { chosen: readonly Chosen[] }) {
  if (!chosen.length) return null
  return (
    <dl className={styles.mounts}>
      <dt>只读挂载</dt>
      {chosen.map(({ version_id, name, mount_path }) => (
        <dd key={version_id} title={name}>
          {mount_path}
        </dd>
      ))}
    </dl>
  )
}
