#include "app/system/stop_signals.h"

#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <csignal>
#include <initializer_list>
#include <utility>

namespace redraw {
namespace {

sem_t end_asked;
std::atomic<bool> is_watched = false;

struct Watch {
    std::function<void()> asked;
    void (*too_late)();
};

void* watch_for(void* watch) {
    const auto& [asked, too_late] = *static_cast<const Watch*>(watch);
    while (sem_wait(&end_asked) != 0) continue;
    end_in_time(asked, too_late);
    return nullptr;
}

}  // namespace

void on_stop_signals(void (*handler)(int)) {
    struct sigaction action = {}, before = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signal, &action, nullptr);
}

void watch_for_the_end(std::function<void()> asked, void (*too_late)()) {
    if (is_watched.exchange(true)) return;
    sem_init(&end_asked, 0, 0);
    // A small stack, because the process may have little memory. No signals: they are for the other
    // threads.
    constexpr std::size_t kStack = 256 * 1024;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStack);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    // Without the thread, if there can be no more, all work ends at its own pace.
    pthread_t thread;
    pthread_create(&thread, &attributes, watch_for, new Watch{std::move(asked), too_late});
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_attr_destroy(&attributes);
}

void end_soon() {
    if (is_watched) sem_post(&end_asked);
}

}  // namespace redraw
