"""Runs Debian's python3-django-cas-server with one person on a free port of this machine, and prints the port as JSON."""

import json
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="tests only",
    DEBUG=False,
    ALLOWED_HOSTS=["127.0.0.1"],
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "django.contrib.staticfiles",
        "cas_server",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "APP_DIRS": True,
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1]}},
    STATIC_URL="/static/",
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    ROOT_URLCONF="cas_server.urls",
    CAS_AUTH_CLASS="cas_server.auth.TestAuthUser",
    CAS_TEST_USER="zhang",
    CAS_TEST_PASSWORD="correct horse battery staple",
    CAS_TEST_ATTRIBUTES={
        "name": "张三",
        "email": "zhang@school.edu.cn",
        "groups": ["vision", "all & sundry"],
    },
    CAS_NEW_VERSION_HTML_WARNING=False,
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402

call_command("migrate", verbosity=0)

from cas_server.models import ReplaceAttributName, ServicePattern  # noqa: E402

pattern = ServicePattern.objects.create(pos=1, name="tests", pattern="^http://site\\.example/.*$")
for attribute in ("name", "email", "groups"):
    ReplaceAttributName.objects.create(name=attribute, service_pattern=pattern)


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, get_wsgi_application(), handler_class=Quiet)
print(json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
