import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { toast } from '#src/ui/toast.ts'
import { readDroppedFiles } from './chosen-files.ts'
import styles from './DropZone.module.css'
import { rootFolderName, toBaseName } from './storage-path.ts'
import { type UploadPlace, useStartUploads } from './use-start-uploads.ts'

const holdsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) => dataTransfer?.types.includes('Files') ?? false

/** Prevents the browser from replacing the page with a file dropped outside the drop zone. */
const refuseDrop = (event: globalThis.DragEvent) => {
  if (holdsFiles(event)) event.preventDefault()
}

/** Accepts files and folders dropped on its children. Keyboard users have the upload buttons. */
export function DropZone({ place, children }: { place: UploadPlace; children: ReactNode }) {
  const start = useStartUploads(place)
  const [over, setOver] = useState(false)
  const depth = useRef(0) // each nested element fires enter and leave events, so they are counted
  useEffect(() => {
    window.addEventListener('dragover', refuseDrop)
    window.addEventListener('drop', refuseDrop)
    return () => {
      window.removeEventListener('dragover', refuseDrop)
      window.removeEventListener('drop', refuseDrop)
    }
  }, [])
  const step = (event: DragEvent, by: 1 | -1) => {
    if (!holdsFiles(event)) return
    depth.current += by
    setOver(depth.current > 0)
  }
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setOver(false)
    readDroppedFiles(event.dataTransfer).then(start, () => toast.error('有文件读取不了，请检查权限后重新拖入'))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a further way; the buttons above do the same
    <div
      className={styles.zone}
      onDragEnter={(event) => step(event, 1)}
      onDragLeave={(event) => step(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {children}
      {over && <div className={styles.over}>松开后上传到「{toBaseName(place.folder) || rootFolderName}」</div>}
    </div>
  )
}
