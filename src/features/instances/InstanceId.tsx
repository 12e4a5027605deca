import { CopyText } from '#src/ui/CopyText.tsx'
import styles from './InstanceId.module.css'

/** The id, small, to be copied. */
export function InstanceId({ id }: { id: string }) {
  return (
    <span className={styles.id}>
      <CopyText text={id} label="复制实例编号" mono />
    </span>
  )
}
