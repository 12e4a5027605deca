/** Text of the confirmation before leaving the queue. */
export const cancelQueueEffect = '取消后位置不再保留，重新排队要从队尾开始。没有产生费用，数据不受影响。'
