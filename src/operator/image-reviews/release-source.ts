import type { OperatorImageReviewDetail } from '#contract/operator/image-reviews.ts'

/** 私有镜像「环境 v1」，来自实例「训练」. */
export const formatReleaseSource = (source: OperatorImageReviewDetail['source']): string =>
  source ? `私有镜像「${source.image}」${source.instance_name ? `，来自实例「${source.instance_name}」` : ''}` : ''
