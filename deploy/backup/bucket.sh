#!/bin/sh
# The platform's bucket as a place of rclone, for files.sh and restore.sh, which read this file.
unset AWS_CA_BUNDLE # rclone fails on it
export RCLONE_CONFIG_PLATFORM_TYPE=s3
export RCLONE_CONFIG_PLATFORM_PROVIDER=Other
export RCLONE_CONFIG_PLATFORM_ENDPOINT="${S3_ENDPOINT:-}"
export RCLONE_CONFIG_PLATFORM_REGION="${S3_REGION:-us-east-1}"
export RCLONE_CONFIG_PLATFORM_ACCESS_KEY_ID="$S3_ACCESS_KEY_ID"
export RCLONE_CONFIG_PLATFORM_SECRET_ACCESS_KEY="$S3_SECRET_ACCESS_KEY"
export RCLONE_CONFIG_PLATFORM_FORCE_PATH_STYLE=true
export RCLONE_CONFIG_PLATFORM_DIRECTORY_MARKERS=true # empty folders, since rclone 1.63
# shellcheck disable=SC2034 # for who reads this
bucket="platform:$S3_BUCKET/${S3_PREFIX:-}"
# Lists the whole at once: fewer calls than folder by folder.
export RCLONE_FAST_LIST=true

has_files() { [ -n "$(rclone lsf -R --files-only "$1" | head -n 1)" ]; }
