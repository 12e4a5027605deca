import { Button } from 'antd'
import { useRef } from 'react'
import { formatBytes } from '#src/kit/format-bytes.ts'
import styles from './BankTransfer.module.css'

interface Props {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
}

/** Chooses one picture; says which, and lets it be changed. */
export function PictureField({ id, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.picker}>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="visually-hidden"
        onChange={({ target }) => onChange?.(target.files?.[0])}
      />
      <Button onClick={() => input.current?.click()}>{value ? '换一张' : '选择图片'}</Button>
      {value && (
        <span className={styles.name}>
          {value.name}（{formatBytes(value.size)}）
        </span>
      )}
    </div>
  )
}
