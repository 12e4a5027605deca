const errorMessages: Record<string, string> = {
  ENOENT: '没有那个文件或目录',
  ENOTDIR: '不是目录',
  EISDIR: '是一个目录',
  EEXIST: '文件已存在',
  ENOTEMPTY: '目录非空',
  ELOOP: '符号链接不可用',
  EINVAL: '无效的参数',
  ENAMETOOLONG: '文件名过长',
  ENOSPC: '设备上没有空间（模拟实例的真实磁盘配额已用完）',
  EFBIG: '文件过大',
  E2BIG: '参数列表过长',
  EBUSY: '设备或资源忙',
  EROFS: '只读文件系统',
  EXDEV: '无效的跨设备链接',
  EPERM: '不允许的操作',
  EACCES: '权限不够',
}

/** A failed file operation inside an instance; `code` is the errno name, `message` the text for its terminal. */
export class DiskError extends Error {
  readonly code: string

  constructor(code: string) {
    super(errorMessages[code] ?? '输入/输出错误')
    this.code = code
  }
}

/** Rethrows `error` as a `DiskError`, without host paths. */
export function toDiskError(error: unknown): DiskError {
  if (error instanceof DiskError) return error
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return new DiskError(code ?? 'EIO')
}
