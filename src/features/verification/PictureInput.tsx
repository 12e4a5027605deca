import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PictureInput.module.css'

interface Props {
  value?: File | undefined
  onChange?: (file: File | undefined) => void
  id?: string
  /** Subject of the picture, e.g. 营业执照. */
  label: string
}

/** Selects a picture and shows it. antd's `Form.Item` passes value, onChange and id. */
export function PictureInput({ value, onChange, id, label }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!value) return setAddress(undefined)
    const made = URL.createObjectURL(value)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [value])

  return (
    <div className={styles.field}>
      {address && <img src={address} alt={`${label}预览`} className={styles.preview} />}
      <Button {...(id && { id })} icon={<Icon name="plus" />} onClick={() => input.current?.click()}>
        {value ? '换一张' : `选择${label}照片`}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${label}照片`}
        onChange={({ target }) => {
          if (target.files?.[0]) onChange?.(target.files[0])
          target.value = ''
        }}
      />
    </div>
  )
}
