import { addMixedSpacing } from '#src/ui/mixed-spacing.ts'

/** Returns the label for creating a row, used on the button, the page, the tab and in the command palette. */
export const formatCreateLabel = ({ form, label }: { label: string; form?: { createLabel?: string } | undefined }): string =>
  form?.createLabel ?? addMixedSpacing(`新建${label}`)
